@ProxyApi(kotlinOptions: KotlinProxyApiOptions(fullClassName: 'a.B', minAndroidApi: 21))
abstract class P extends Q implements I {
  P(int x); P.named();
  @attached late Q q;
  @static late Q r;
  late bool Function(P p, int? i) call;
  @async late void Function()? event;
  void host(P other);
}
@ProxyApi() abstract class Q {}
@ProxyApi() abstract class I { late void Function()? f; }
