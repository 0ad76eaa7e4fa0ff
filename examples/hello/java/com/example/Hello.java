package com.example;

/** The Java half: the implementation of Greeter. */
public final class Hello {
  private Hello() {}

  static void start() {
    Greeter.register(
        person -> {
          if (person.getName().isEmpty()) {
            throw new ApiError("no-name", "nobody to greet", null);
          }
          return "Hello, " + person.getName() + (person.getAge() == null ? "" : ", aged " + person.getAge());
        });
  }
}
