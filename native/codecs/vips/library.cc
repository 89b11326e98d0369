// Loads libvips once per process: the first caller loads it while the others wait. A failure is kept with its reason.
#include "codecs/vips/library.h"

#include <dlfcn.h>

#include <cstdio>
#include <cstring>
#include <mutex>
#include <string>
#include <vector>

#include "codecs/format.h"
#include "codecs/vips/vips.h"

namespace penstock::codecs {
namespace {

#if defined(__GLIBC__)
#define PENSTOCK_VIPS_SYSTEM "linux"
#else
#define PENSTOCK_VIPS_SYSTEM "linuxmusl"
#endif
#if defined(__aarch64__)
constexpr const char* kPackage = "@img/sharp-libvips-" PENSTOCK_VIPS_SYSTEM "-arm64";
#else
constexpr const char* kPackage = "@img/sharp-libvips-" PENSTOCK_VIPS_SYSTEM "-x64";
#endif

struct State {
  std::mutex mutex;
  std::string path;
  bool tried = false;
  std::string error;
  void* handle = nullptr;
  vips::Library library{};
};

// Never destroyed, because pool threads may outlive static destructors.
State& state() {
  static State* s = new State;
  return *s;
}

template <class F>
void find(void* handle, const char* name, F& function, std::string& error) {
  function = reinterpret_cast<F>(dlsym(handle, name));
  if (!function && error.empty()) error = std::string("it has no function ") + name;
}

// The first warning is kept, and no more: a file may make a loader warn once a chunk.
thread_local char first_warning[200];

void keep_warning(const char*, int, const char* text, void*) {
  if (!first_warning[0]) std::snprintf(first_warning, sizeof first_warning, "%s", text ? text : "");
}

// Loads the library; returns the reason of a failure, or an empty string.
std::string load(const std::string& path, void*& handle, vips::Library& v) {
  handle = dlopen(path.empty() ? "libvips-cpp.so" : path.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (!handle) return dlerror();
  std::string error;
  int (*init)(const char*);
  void (*set_count)(int);
  unsigned (*set_log)(const char*, int, void (*)(const char*, int, const char*, void*), void*);
  find(handle, "vips_init", init, error);
  find(handle, "vips_image_get_width", v.image_get_width, error);
  find(handle, "vips_image_get_height", v.image_get_height, error);
  find(handle, "vips_image_get_bands", v.image_get_bands, error);
  find(handle, "vips_image_get_format", v.image_get_format, error);
  find(handle, "vips_image_get_interpretation", v.image_get_interpretation, error);
  find(handle, "vips_image_new_from_memory", v.image_new_from_memory, error);
  find(handle, "vips_copy", v.copy, error);
  find(handle, "vips_region_new", v.region_new, error);
  find(handle, "vips_region_image", v.region_image, error);
  find(handle, "vips_region_prepare_to", v.region_prepare_to, error);
  find(handle, "vips_error_buffer", v.error_buffer, error);
  find(handle, "vips_error_buffer_copy", v.error_buffer_copy, error);
  find(handle, "g_free", v.free_text, error);
  find(handle, "vips_thread_shutdown", v.thread_shutdown, error);
  find(handle, "vips_version_string", v.version_string, error);
  find(handle, "vips_type_find", v.type_find, error);
  find(handle, "g_object_unref", v.object_unref, error);
  find(handle, "vips_source_custom_new", v.source_custom_new, error);
  find(handle, "g_signal_connect_data", v.signal_connect, error);
  if (!error.empty()) return error;
  if (init("penstock")) return v.error_buffer();
  // libvips finds cached operations by the address of their buffer, and arenas use an address again for other files.
  find(handle, "vips_cache_set_max", set_count, error);
  if (set_count) set_count(0);
  // The pool has the threads; libvips would start its own for each image that it must hold in memory as a whole.
  find(handle, "vips_concurrency_set", set_count, error);
  if (set_count) set_count(1);
  // Without a handler, warnings of loaders would go to stderr. They come on the thread that decodes.
  find(handle, "g_log_set_handler", set_log, error);
  if (set_log) set_log("VIPS", 1 << 4, keep_warning, nullptr);
  return error;
}

// "PNG, TIFF and GIF": the formats that libvips decodes.
std::string formats_of_vips() {
  std::vector<const char*> names;
  for (int i = 1; i < kFormats; ++i) {
    const FormatEntry& format = format_entry(static_cast<Format>(i));
    if (!std::strcmp(format.library, "libvips")) names.push_back(format.name);
  }
  std::string text;
  for (size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 < names.size() ? ", " : " and ") + std::string(names[i]);
  return text;
}

struct ThreadEnd {
  void (*shutdown)() = nullptr;
  ~ThreadEnd() {
    if (shutdown) shutdown();
  }
};

}  // namespace

void set_vips_path(std::string path) {
  const std::lock_guard<std::mutex> lock(state().mutex);
  state().path = std::move(path);
}

std::string vips_version(std::string* error) {
  try {
    return vips::library().version_string();
  } catch (const Error& e) {
    if (error) *error = e.message;
    return {};
  }
}

namespace vips {

const Library& library(const char* what) {
  thread_local ThreadEnd end;
  State& s = state();
  if (end.shutdown) return s.library;
  const std::lock_guard<std::mutex> lock(s.mutex);
  if (!s.tried) {
    s.error = load(s.path, s.handle, s.library);
    s.tried = true;
  }
  if (!s.error.empty())
    throw Error(ErrorCode::UNSUPPORTED,
                "Expected libvips to " + (what ? what : "decode " + formats_of_vips()) + " but received: " + s.error,
                std::string("npm install ") + kPackage);
  end.shutdown = s.library.thread_shutdown;
  return s.library;
}

std::string take_warning() {
  std::string text = first_warning;
  first_warning[0] = 0;
  return text;
}

namespace {

template <class F>
F look_up(std::atomic<F>& known, const std::string& operation) {
  if (const F found = known.load(std::memory_order_acquire)) return found;
  const Library& v = library();
  const std::string name = "vips_" + operation;
  const auto found = reinterpret_cast<F>(dlsym(state().handle, name.c_str()));
  if (!found)
    throw Error(ErrorCode::UNSUPPORTED,
                "Expected a libvips with the function " + name + " but received version " + v.version_string(),
                std::string("npm install ") + kPackage);
  known.store(found, std::memory_order_release);
  return found;
}

}  // namespace

LoadFunction Loader::function() const { return look_up(function_, name_); }

SourceFunction Loader::source_function() const {
  const std::string name = name_;
  return look_up(source_function_, name.substr(0, name.rfind('_')) + "_source");
}

SaveFunction Saver::function() const { return look_up(function_, name_); }

bool Loader::is_built() const { return library().type_find("VipsOperation", name_) != 0; }

}  // namespace vips
}  // namespace penstock::codecs
