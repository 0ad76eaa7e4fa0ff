import 'package:pigeon/pigeon.dart';

@ConfigurePigeon(
  PigeonOptions(
    javaOptions: JavaOptions(package: 'com.example.skew'),
    cppOptions: CppOptions(namespace: 'skew'),
  ),
)
class Pair {
  Pair({required this.first, required this.second});
  int first;
  double second;
}

@HostApi()
abstract class SkewHost {
  int sum(Pair pair);
}

@FlutterApi()
abstract class SkewGuest {
  int sum(Pair pair);
}
