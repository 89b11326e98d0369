// See library.h.
#include "formats/video/library.h"

#include <dlfcn.h>

#include <atomic>
#include <cstdlib>
#include <mutex>

#include "core/error.h"

namespace penstock::video {
namespace {

constexpr const char* kCure =
    "Install libavformat-dev, libavcodec-dev and libavutil-dev (Debian's names), and build penstock; or name a plugin "
    "by "
    "PENSTOCK_AV_PLUGIN";

struct Loaded {
  std::mutex mutex;
  std::string path, cure = kCure;
  std::atomic<const av::Table*> table{nullptr};
};
Loaded& loaded() {
  static Loaded* l = new Loaded;  // never destroyed: pool threads may outlive static destructors
  return *l;
}

const av::Table* load(const std::string& given, const std::string& cure) {
  const char* named = std::getenv("PENSTOCK_AV_PLUGIN");
  const std::string path = !given.empty() ? given : named && *named ? named : "penstock_av.so";
  // Never closed, because libraries that it brings keep data of threads.
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    throw Error(ErrorCode::UNSUPPORTED, std::string("The video plugin could not be loaded: ") + dlerror(), cure);
  }
  auto* entry = reinterpret_cast<const av::Table* (*)()>(dlsym(library, av::kPluginEntry));
  const av::Table* table = entry ? entry() : nullptr;
  if (!table || table->version != av::kPluginVersion || table->bytes != sizeof(av::Table)) {
    throw Error(ErrorCode::UNSUPPORTED, path + " was built from other sources", cure);
  }
  return table;
}

}  // namespace

void set_plugin_path(const std::string& path, const std::string& cure) {
  const std::lock_guard lock(loaded().mutex);
  loaded().path = path;
  loaded().cure = cure;
}

const av::Table& plugin() {
  Loaded& l = loaded();
  if (const av::Table* t = l.table.load(std::memory_order_acquire)) return *t;
  const std::lock_guard lock(l.mutex);
  if (!l.table.load(std::memory_order_relaxed)) l.table.store(load(l.path, l.cure), std::memory_order_release);
  return *l.table.load(std::memory_order_relaxed);
}

void must(int result) {
  if (!result) return;
  throw Error(static_cast<ErrorCode>(result - 1), plugin().last_error());
}

}  // namespace penstock::video
