// The fixed rows: every variant of every payload, up and down. See bench/README.md.
#include <cstdio>

#include "bench/transport/fixed_rows.h"

int main(int argc, char** argv) {
  using namespace causeway::bench;  // NOLINT: the program is of this namespace
  Arguments arguments = ParseArguments(argc, argv);
  std::vector<std::string> class_path = {CAUSEWAY_BENCH_JAR, CAUSEWAY_RUNTIME_JAR};
#ifdef CAUSEWAY_BENCH_PROTOBUF
  class_path.emplace_back(CAUSEWAY_BENCH_PROTOBUF);
#else
  std::fprintf(stderr,
               "SKIPPED: the protobuf variants (libprotobuf-dev, protobuf-compiler and "
               "libprotobuf-java were not found when this was built)\n");
#endif
  Session& session = StartSession(class_path, arguments);
  RowsEndpoints endpoints(session);
  const auto down = std::make_shared<rows_shapes::DownImplementation>();
  const causeway::Registration registration = ::rows::Down::Register(session.vm, down);
  Messenger* proto = nullptr;
#ifdef CAUSEWAY_BENCH_PROTOBUF
  Messenger messenger(session.env, "bench/rows/ProtoDispatch");
  proto = &messenger;
#endif
  std::vector<RowSpec> specs;
  Rows rows{session, endpoints, proto, *down, specs};
  AddScalarRows(rows);
  AddTinyRows(rows);
  AddListRows(rows);
  AddWideRows(rows);
  AddTextRows(rows);
  AddDownRows(rows);
  const int code = RunRows(session, arguments, specs, "transport_bench");
  std::fflush(nullptr);
  std::_Exit(code);  // the hop threads and the JVM end with the process
}
