// Loads the driver's library of the optical flow engine; see optical_flow.h.
#include <dlfcn.h>

#include <mutex>
#include <string>

#include "core/error.h"
#include "gpu_plugin/optical_flow.h"

namespace penstock::gpu::flow {
namespace {

constexpr const char* kName = "libnvidia-opticalflow.so.1";

void load(Functions& functions) {
  // Never closed: work that it has queued on the GPU may outlive its last session.
  void* handle = dlopen(kName, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    throw Error(ErrorCode::CUDA_UNAVAILABLE,
                std::string("The optical flow library of NVIDIA's driver could not be loaded: ") + dlerror(),
                "Install a driver with it; containers need `video` in NVIDIA_DRIVER_CAPABILITIES");
  }
  auto* entry = reinterpret_cast<int (*)(uint32_t, Functions*)>(dlsym(handle, "NvOFAPICreateInstanceCuda"));
  const int status = entry ? entry(kVersion, &functions) : kInvalidVersion;
  if (status == kSuccess) return;
  throw Error(ErrorCode::UNSUPPORTED,
              std::string(kName) + " has no interface of version 2.0, status " + std::to_string(status));
}

}  // namespace

const Functions& functions() {
  static std::mutex mutex;
  static Functions loaded;
  static bool there = false;
  const std::lock_guard lock(mutex);
  if (!there) load(loaded);
  there = true;
  return loaded;
}

void* current_context() {
  // The runtime has loaded the driver.
  void* driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  auto* current = driver ? reinterpret_cast<int (*)(void**)>(dlsym(driver, "cuCtxGetCurrent")) : nullptr;
  void* context = nullptr;
  if (!current || current(&context) || !context) fail(ErrorCode::INTERNAL, "The thread has no CUDA context");
  return context;
}

}  // namespace penstock::gpu::flow
