@ConfigurePigeon(PigeonOptions(javaOptions: JavaOptions(package: 'a.b'), copyrightHeader: 'c.txt',
  cppOptions: CppOptions(namespace: 'a::b'), kotlinOptions: KotlinOptions(useJni: true)))
/// Docs.
@HostApi(dartHostTestHandler: 'T')
abstract class H {
  @async
  @TaskQueue(type: TaskQueueType.serialBackgroundThread)
  @ObjCSelector('a:b:') @SwiftFunction('a(_:b:)')
  Map<int, List>? a(int x, {String? y = 'q'});
  void n([double d = 3]);
}
@CppApi() abstract class F { @asyncCallback void a(Uint8List? b); }
@EventChannelApi() abstract class V { int stream(); }
