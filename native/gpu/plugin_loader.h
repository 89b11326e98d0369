// The CUDA plugin as the addon sees it: loaded at the first call that needs a GPU, kept for the process.
#pragma once
#include <string>

#include "cuda/plugin.h"

namespace penstock::gpu {

// Where the plugin lies; before the first plugin().
void set_plugin_path(const std::string& path);

// Throws CUDA_UNAVAILABLE saying what is missing: the plugin, the driver, a GPU.
const Table& plugin();

// Throws what a function of the table returned.
void must(int result);

// Opens a GPU. Throws CUDA_UNAVAILABLE where there is none of that number.
Device* open_gpu(int id);

// What the plugin gave, closed with its owner.
template <class T, void (*Table::*Close)(T*)>
struct Owner {
  Owner() = default;
  Owner(const Owner&) = delete;
  Owner& operator=(const Owner&) = delete;
  ~Owner() {
    if (raw) (plugin().*Close)(raw);
  }
  operator T*() const { return raw; }
  T** out() { return &raw; }

 private:
  T* raw = nullptr;
};
using StreamOwner = Owner<Stream, &Table::stream_close>;
using EventOwner = Owner<Event, &Table::event_close>;
using ContextOwner = Owner<Context, &Table::context_close>;

// JSON: the plugin and every GPU; throws as plugin() does.
std::string gpu_info();

}  // namespace penstock::gpu
