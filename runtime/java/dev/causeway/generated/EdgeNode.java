package dev.causeway.generated;

import dev.causeway.EdgeHolder;

/** Stands for a component of another runtime while a round runs. Made by native code. */
final class EdgeNode extends EdgeHolder {}
