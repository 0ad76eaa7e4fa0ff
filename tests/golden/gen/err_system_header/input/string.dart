class Point {
  Point(this.x);
  int x;
}
