import 'package:pigeon/pigeon.dart';

@ConfigurePigeon(
  PigeonOptions(
    javaOption: JavaOptions(),
    javaOptions: JavaOptions(pakage: 'com.example'),
    cppOptions: CppOptions(namespace: 'a:b'),
    debugGenerators: 'yes',
  ),
)
class Empty {}

@HostAPI()
abstract class First {
  void ping();
}

@HostApi()
abstract class Second {
  @asynch
  void start();
  @ObjCSelector('stop:now:')
  void stop(bool now);
  @TaskQueue(type: TaskQueueType.serialBackgroundTread)
  void pause();
}
