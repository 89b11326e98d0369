// Finds and loads nvJPEG; see nvjpeg_library.h.
#include <dlfcn.h>

#include <cstdlib>
#include <mutex>
#include <string>
#include <vector>

#include "core/error.h"
#include "gpu_plugin/nvjpeg_library.h"

namespace penstock::gpu {
namespace {

constexpr const char* kNames[] = {"libnvjpeg.so.13", "libnvjpeg.so.12", "libnvjpeg.so"};
constexpr int kLeastVersion = 12010;  // the first that interpolates chroma

// The folder of the plugin's own file, with a slash; empty when it is not known.
std::string own_folder() {
  Dl_info info;
  if (!dladdr(reinterpret_cast<void*>(&own_folder), &info) || !info.dli_fname) return {};
  const std::string path = info.dli_fname;
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash + 1);
}

std::vector<std::string> candidates() {
  // A file that the user names is the only candidate: loading another version in its place would be a surprise.
  const char* named = std::getenv("PENSTOCK_NVJPEG");
  if (named && *named) return {named};
  std::vector<std::string> list;
  const std::string folder = own_folder();
  if (!folder.empty()) {
    for (const char* name : kNames) list.push_back(folder + name);
    // The folder in which tools/build-cuda.sh installs NVIDIA's wheels.
    list.push_back(folder + "../../.cuda/nvidia/cu13/lib/" + kNames[0]);
  }
  for (const char* name : kNames) list.push_back(name);
  return list;
}

// Fills the table. Returns why the library cannot be used, or an empty text.
std::string resolve(void* handle, NvJpegLibrary& out) {
#define PENSTOCK_NVJPEG_RESOLVE(name)                                    \
  out.name = reinterpret_cast<decltype(out.name)>(dlsym(handle, #name)); \
  if (!out.name) return "it has no " #name;
  PENSTOCK_NVJPEG_FUNCTIONS(PENSTOCK_NVJPEG_RESOLVE)
#undef PENSTOCK_NVJPEG_RESOLVE
  int major = 0, minor = 0;
  if (out.nvjpegGetProperty(MAJOR_VERSION, &major) || out.nvjpegGetProperty(MINOR_VERSION, &minor)) {
    return "it does not tell its version";
  }
  out.version = major * 1000 + minor * 10;
  if (out.version < kLeastVersion) {
    return "it is version " + std::to_string(major) + "." + std::to_string(minor) + ", older than 12.1";
  }
  return {};
}

}  // namespace

const NvJpegLibrary& nvjpeg_library() {
  static std::mutex mutex;
  static NvJpegLibrary library;
  static bool loaded = false;
  std::lock_guard lock(mutex);
  if (loaded) return library;
  std::string tried;
  for (const std::string& name : candidates()) {
    // Never closed: work that it has queued on the GPU may outlive its last decoder.
    void* handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    std::string why;
    if (handle) {
      NvJpegLibrary found;
      why = resolve(handle, found);
      if (why.empty()) {
        library = found;
        loaded = true;
        return library;
      }
      dlclose(handle);
    } else {
      const char* text = dlerror();
      why = text ? text : "unknown";
    }
    // A file that is not there needs no further words.
    if (why.find("No such file") != std::string::npos) why.clear();
    tried += (tried.empty() ? "" : ", ") + name + (why.empty() ? "" : " (" + why + ")");
  }
  throw Error(
      ErrorCode::CUDA_UNAVAILABLE,
      "nvJPEG could not be loaded, which decodes JPEGs on the GPU. Tried " + tried +
          ". Install CUDA's libnvjpeg, or the wheel nvidia-nvjpeg and name its libnvjpeg.so.13 in PENSTOCK_NVJPEG");
}

const char* nvjpeg_status_name(nvjpegStatus_t s) {
  switch (s) {
    case NVJPEG_STATUS_SUCCESS: return "NVJPEG_STATUS_SUCCESS";
    case NVJPEG_STATUS_NOT_INITIALIZED: return "NVJPEG_STATUS_NOT_INITIALIZED";
    case NVJPEG_STATUS_INVALID_PARAMETER: return "NVJPEG_STATUS_INVALID_PARAMETER";
    case NVJPEG_STATUS_BAD_JPEG: return "NVJPEG_STATUS_BAD_JPEG";
    case NVJPEG_STATUS_JPEG_NOT_SUPPORTED: return "NVJPEG_STATUS_JPEG_NOT_SUPPORTED";
    case NVJPEG_STATUS_ALLOCATOR_FAILURE: return "NVJPEG_STATUS_ALLOCATOR_FAILURE";
    case NVJPEG_STATUS_EXECUTION_FAILED: return "NVJPEG_STATUS_EXECUTION_FAILED";
    case NVJPEG_STATUS_ARCH_MISMATCH: return "NVJPEG_STATUS_ARCH_MISMATCH";
    case NVJPEG_STATUS_INTERNAL_ERROR: return "NVJPEG_STATUS_INTERNAL_ERROR";
    case NVJPEG_STATUS_IMPLEMENTATION_NOT_SUPPORTED: return "NVJPEG_STATUS_IMPLEMENTATION_NOT_SUPPORTED";
    case NVJPEG_STATUS_INCOMPLETE_BITSTREAM: return "NVJPEG_STATUS_INCOMPLETE_BITSTREAM";
  }
  return "a status without a name";
}

void check_nvjpeg(nvjpegStatus_t s, const char* what) {
  ErrorCode code = ErrorCode::INTERNAL;
  switch (s) {
    case NVJPEG_STATUS_SUCCESS: return;
    case NVJPEG_STATUS_BAD_JPEG:
    case NVJPEG_STATUS_INCOMPLETE_BITSTREAM: code = ErrorCode::BAD_SAMPLE; break;
    case NVJPEG_STATUS_JPEG_NOT_SUPPORTED:
    case NVJPEG_STATUS_IMPLEMENTATION_NOT_SUPPORTED: code = ErrorCode::UNSUPPORTED; break;
    case NVJPEG_STATUS_ALLOCATOR_FAILURE: code = ErrorCode::OUT_OF_MEMORY; break;
    default: break;
  }
  throw Error(code, std::string("nvJPEG failed while ") + what + ": " + nvjpeg_status_name(s));
}

}  // namespace penstock::gpu
