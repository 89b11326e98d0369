// Chooses the GPU plugin that the C++ test programs load: the one that PENSTOCK_CUDA_PLUGIN names, or the emulated one
// beside the program.
#pragma once
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "gpu_host/plugin_loader.h"
#include "test.h"

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

// For tests of what only the emulated device does, or of memory of it that the test itself reads.
inline void use_emulated_plugin() {
  use_test_plugin();
  if (!gpu::plugin().emulated) skip("it tests the emulated device, and PENSTOCK_CUDA_PLUGIN names another plugin");
}

// Skips where the machine has fewer GPUs. The emulated device counts as several.
inline void need_gpus(int wanted) {
  use_test_plugin();
  int count = 0;
  gpu::must(gpu::plugin().device_count(&count));
  if (count < wanted) skip("it needs " + std::to_string(wanted) + " GPUs, and there are " + std::to_string(count));
}

}  // namespace penstock::test
