// Runs the linked tests, or those whose names have one of the arguments in them, without those that have one after a
// minus; exit code 1 when one fails.
#include <cstring>

#include "test.h"

int main(int argc, char** argv) {
  using namespace penstock::test;
  int passed = 0, failed = 0;
  for (const Case& c : cases()) {
    bool any = false, chosen = false, left_out = false;
    for (int i = 1; i < argc; ++i) {
      const bool minus = argv[i][0] == '-';
      const bool has = std::strstr(c.name, argv[i] + minus) != nullptr;
      any |= !minus;
      (minus ? left_out : chosen) |= has;
    }
    if (left_out || (any && !chosen)) continue;
    failures() = 0;
    try {
      c.body();
    } catch (const std::exception& e) {
      report(c.name, 0, std::string("threw ") + e.what());
    }
    if (failures()) {
      std::fprintf(stderr, "FAILED %s (%d checks)\n", c.name, failures());
      ++failed;
    } else {
      ++passed;
    }
  }
  std::printf("%d passed, %d failed\n", passed, failed);
  return failed ? 1 : 0;
}
