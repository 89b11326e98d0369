// The files that once broke a fuzz target (test/fuzz/regressions) must not break it again. They run in processes of
// their own, under limits of time and memory; penstock_fuzz lies beside this program. Run from the repository's root.
#include <cstdlib>
#include <filesystem>

#include "test/test.h"

namespace penstock::test {

TEST(fuzz_regressions) {
  const std::string program = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "penstock_fuzz";
  // The build with ThreadSanitizer has no penstock_fuzz.
  if (!std::filesystem::exists(program)) return;
  CHECK_EQ(std::system((program + " replay").c_str()), 0);
}

}  // namespace penstock::test
