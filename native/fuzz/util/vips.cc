// Finds libvips where src/native.ts finds it; PENSTOCK_VIPS names another file.
#include "fuzz/util/vips.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "codecs/vips/vips.h"

namespace penstock::fuzz {

void need_vips() {
  static const bool there = [] {
    namespace fs = std::filesystem;
    std::error_code none;
    for (const auto& package : fs::directory_iterator("node_modules/@img", none)) {
      for (const auto& file : fs::directory_iterator(package.path() / "lib", none)) {
        if (file.path().filename().string().rfind("libvips-cpp.so", 0) == 0)
          codecs::set_vips_path(file.path().string());
      }
    }
    if (const char* path = std::getenv("PENSTOCK_VIPS")) codecs::set_vips_path(path);
    std::string why;
    if (!codecs::vips_version(&why).empty()) return true;
    std::fprintf(stderr, "SUMMARY: libvips is not there: %s\n", why.c_str());
    std::_Exit(3);
  }();
  (void)there;
}

}  // namespace penstock::fuzz
