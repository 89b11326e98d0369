// Finds and loads libnvcuvid; see cuvid_library.h.
#include <dlfcn.h>

#include <cstdlib>
#include <mutex>
#include <string>

#include "core/error.h"
#include "gpu_plugin/video/cuvid_library.h"

namespace penstock::gpu {
namespace {

// Fills the table; returns whether the library has all of it.
bool resolve(void* handle, CuvidLibrary& out) {
#define PENSTOCK_CUVID_RESOLVE(name)                                     \
  out.name = reinterpret_cast<decltype(out.name)>(dlsym(handle, #name)); \
  if (!out.name) return false;
  PENSTOCK_CUVID_FUNCTIONS(PENSTOCK_CUVID_RESOLVE)
#undef PENSTOCK_CUVID_RESOLVE
  return true;
}

}  // namespace

const CuvidLibrary& cuvid_library() {
  static std::mutex mutex;
  static CuvidLibrary library;
  static bool loaded = false;
  std::lock_guard lock(mutex);
  if (loaded) return library;
  const char* named = std::getenv("PENSTOCK_NVCUVID");
  // Never closed: its threads may outlive the last session.
  void* handle = dlopen(named && *named ? named : "libnvcuvid.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!handle) fail(ErrorCode::UNSUPPORTED, "no libnvcuvid.so.1");
  CuvidLibrary found;
  if (!resolve(handle, found)) {
    dlclose(handle);
    fail(ErrorCode::UNSUPPORTED, "libnvcuvid.so.1 is too old");
  }
  library = found;
  loaded = true;
  return library;
}

void check_cuvid(CUresult result, const char* what) {
  if (result == CUDA_SUCCESS) return;
  constexpr int kOutOfMemory = 2;
  const bool memory = static_cast<int>(result) == kOutOfMemory;
  fail(memory ? ErrorCode::OUT_OF_MEMORY : ErrorCode::UNSUPPORTED, "the engines failed while %s (%d)", what,
       static_cast<int>(result));
}

}  // namespace penstock::gpu
