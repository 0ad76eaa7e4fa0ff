// Checks an API.
#include "x.h"
const char* kText = R"(
@HostApi()
abstract class Api {})";
