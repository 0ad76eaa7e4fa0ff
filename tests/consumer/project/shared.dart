/// What to say, and how often.
class Greeting {
  Greeting({required this.name, this.times = 2});

  String name;
  int times;
}
