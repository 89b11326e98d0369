// The CUDA plugin as the addon sees it: loaded at the first call that needs a GPU, kept for the process.
#pragma once
#include <string>

#include "gpu_plugin/peak_charge.h"
#include "gpu_plugin/plugin.h"

namespace penstock::gpu {

// Sets the plugin's path, and the hint of the error for a plugin that cannot be loaded from there. Must be called
// before the first plugin().
void set_plugin_path(const std::string& path, const std::string& cure = {});

// The plugin's functions; loads it at the first call. Throws CUDA_UNAVAILABLE that names what is missing: the plugin,
// the driver or a GPU.
const Table& plugin();

// Throws the error for a result of a function of the table, unless it is 0.
void must(int result);

// Opens a GPU. Throws CUDA_UNAVAILABLE where there is no GPU with that number.
Device* open_gpu(int id);
// Gives the device what its pool keeps unused, and with `sessions` what idle sessions of the engines have. A failure
// changes nothing: the memory stays in the pool.
inline void trim_pool(Device* device, bool sessions = false) {
  int64_t freed = 0;
  plugin().trim(device, sessions, &freed);
}

// Owns an object of the plugin, and closes it in its destructor.
template <class T, void (*Table::*Close)(T*)>
struct Owner {
  Owner() = default;
  Owner(const Owner&) = delete;
  Owner& operator=(const Owner&) = delete;
  ~Owner() { close(); }
  void close() {
    if (raw) (plugin().*Close)(raw);
    raw = nullptr;
  }
  operator T*() const { return raw; }
  T** out() { return &raw; }

 private:
  T* raw = nullptr;
};
using StreamOwner = Owner<Stream, &Table::stream_close>;
using EventOwner = Owner<Event, &Table::event_close>;
using ContextOwner = Owner<Context, &Table::context_close>;

// Returns JSON that describes the plugin and every GPU, and with `libraries` nvJPEG, which is loaded then. Throws as
// plugin() does.
std::string gpu_info(bool libraries);

}  // namespace penstock::gpu
