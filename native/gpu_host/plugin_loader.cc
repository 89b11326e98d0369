// See plugin_loader.h.
#include "gpu_host/plugin_loader.h"

#include <dlfcn.h>

#include <atomic>
#include <cstring>
#include <mutex>

#include "core/error.h"
#include "core/json.h"
#include "plugin_layout.h"

namespace penstock::gpu {
namespace {

struct Loaded {
  std::mutex mutex;
  std::string path = "penstock_cuda.so", cure;
  std::atomic<const Table*> table{nullptr};
};
Loaded& loaded() {
  static Loaded l;
  return l;
}

const Table* load(const std::string& path, const std::string& cure) {
  // Never closed: the plugin's streams and pools are used until the process exits.
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    throw Error(ErrorCode::CUDA_UNAVAILABLE, "The GPU plugin could not be loaded: " + std::string(dlerror()), cure);
  }
  auto* entry = reinterpret_cast<const Table* (*)()>(dlsym(library, kPluginEntry));
  const Table* table = entry ? entry() : nullptr;
  if (!table || table->version != kPluginVersion || std::strcmp(table->layout, kPluginLayout) != 0) {
    throw Error(ErrorCode::CUDA_UNAVAILABLE, path + " was built from other sources", cure);
  }
  return table;
}

}  // namespace

void set_plugin_path(const std::string& path, const std::string& cure) {
  std::lock_guard lock(loaded().mutex);
  loaded().path = path;
  loaded().cure = cure;
}

const Table& plugin() {
  Loaded& l = loaded();
  if (const Table* t = l.table.load(std::memory_order_acquire)) return *t;
  std::lock_guard lock(l.mutex);
  if (!l.table.load(std::memory_order_relaxed)) l.table.store(load(l.path, l.cure), std::memory_order_release);
  return *l.table.load(std::memory_order_relaxed);
}

void must(int result) {
  if (!result) return;
  throw Error(static_cast<ErrorCode>(result - 1), plugin().last_error());
}

namespace {

int count_gpus(const Table& t) {
  int count = 0;
  if (!t.device_count(&count)) return count;
  throw Error(ErrorCode::CUDA_UNAVAILABLE, t.last_error(),
              "Look at `nvidia-smi`; in a container, start it with access to the GPU. Or use deviceId: null");
}

}  // namespace

Device* open_gpu(int id) {
  const Table& t = plugin();
  count_gpus(t);
  Device* device = nullptr;
  must(t.device_open(id, &device));
  return device;
}

std::string gpu_info(bool libraries) {
  const Table& t = plugin();
  const int count = count_gpus(t);
  Json devices = Json::array();
  for (int i = 0; i < count; ++i) {
    DeviceInfo d;
    must(t.device_info(i, &d));
    devices.push_back({{"id", d.id},
                       {"name", d.name},
                       {"computeCapability", std::to_string(d.major) + "." + std::to_string(d.minor)},
                       {"multiprocessors", d.multiprocessors},
                       {"memory", d.memory},
                       {"freeMemory", d.free_memory},
                       {"poolBytes", d.pool_bytes},
                       {"bus", d.bus}});
  }
  Json about = {{"builtWith", t.built_with}, {"emulated", t.emulated}, {"devices", devices}};
  if (int version = 0; libraries) {
    if (t.nvjpeg_version(&version)) {
      about["nvjpegMissing"] = t.last_error();
    } else {
      about["nvjpeg"] = std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
    }
  }
  return json_text(about);
}

}  // namespace penstock::gpu
