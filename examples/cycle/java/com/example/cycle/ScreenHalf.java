package com.example.cycle;

import dev.causeway.EdgeHolder;

/** Java half of a screen: its C++ half names the button. */
public final class ScreenHalf extends EdgeHolder {}
