class Größe {
  Größe(this.ä);
  int ä;
}

@HostApi()
abstract class Mass {
  Größe miss(Größe größe);
}
