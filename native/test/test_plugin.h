// Which GPU plugin the C++ test programs load: the one that PENSTOCK_CUDA_PLUGIN names, or the emulated one beside the
// program.
#pragma once
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "gpu/plugin_loader.h"

namespace penstock::test {

inline void use_test_plugin() {
  const char* path = std::getenv("PENSTOCK_CUDA_PLUGIN");
  if (path) {
    gpu::set_plugin_path(path);
    return;
  }
  char self[4096] = {};
  if (readlink("/proc/self/exe", self, sizeof self - 1) < 0) self[0] = 0;
  std::string folder(self);
  folder.resize(folder.rfind('/') + 1);
  gpu::set_plugin_path(folder + "penstock_cuda_emulated.so");
}

}  // namespace penstock::test
