package com.acme;

import dev.causeway.CausewayException;

/** The Java half: greets, and tells C++ about it. */
public final class Main implements Greeter {
    /** Called by C++ once the JVM runs. */
    public static void start() {
        Greeter.register(new Main());
    }

    @Override
    public String greet(Greeting greeting) {
        if (greeting.getName().isBlank()) {
            throw new CausewayException("no-name", "nobody to greet");
        }
        StringBuilder text = new StringBuilder();
        for (long i = 0; i < greeting.getTimes(); ++i) {
            text.append(i == 0 ? "" : " ").append("Hello, ").append(greeting.getName()).append('!');
        }
        Listener.get().onGreeted(greeting);
        return text.toString();
    }
}
