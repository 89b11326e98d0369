// Runs the linked tests; exit code 1 when one fails.
#include <cstring>

#include "test.h"

int main(int argc, char** argv) {
  using namespace penstock::test;
  int passed = 0, failed = 0;
  for (const Case& c : cases()) {
    bool chosen = argc < 2;
    for (int i = 1; i < argc; ++i) chosen |= std::strstr(c.name, argv[i]) != nullptr;
    if (!chosen) continue;
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
