// See nvtx.h. This file has the whole protocol: a profiler's library exports InitializeInjectionNvtx2(), which is given
// a function that returns tables by number. The library asks for a module's table of entries, and writes its own
// functions into the entries that it wants to hear of. The numbers and structs are those of NVTX 3's public headers;
// they are part of its binary interface, which later versions keep.
#include "core/nvtx.h"

#include <dlfcn.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <mutex>

namespace penstock::nvtx {
std::atomic<bool> loaded{false};

namespace {

using Function = void (*)();

constexpr uint32_t kVersion = 3;
enum TableId : uint32_t { kCallbacks = 1, kVersionInfo = 3 };

// Modules are groups of functions, numbered from 1. Only kDomains is called here; a library may ask for the others, and
// is given entries that it can write to.
constexpr int kDomains = 5, kModules = 7;
constexpr int kFunctions[kModules] = {0, 16, 9, 15, 7, 16, 7};  // per module, one more than its last function's number
constexpr int kMaxFunctions = 16;
enum DomainFunction { kRangePush = 4, kRangePop = 5, kCreate = 12 };

Function functions[kModules][kMaxFunctions];
// Per module the addresses of its entries: null for entry 0 and after the last one.
Function* entries[kModules][kMaxFunctions + 1];

// The attributes of a range; fields that are 0 are not used.
struct EventAttributes {
  uint16_t version = kVersion;
  uint16_t size = sizeof(EventAttributes);
  uint32_t category = 0;
  int32_t color_type = 0;
  uint32_t color = 0;
  int32_t payload_type = 0;
  int32_t reserved = 0;
  uint64_t payload = 0;
  int32_t message_type = 1;  // a text of bytes
  const char* message = nullptr;
};
static_assert(sizeof(EventAttributes) == 48 && offsetof(EventAttributes, payload) == 24 &&
              offsetof(EventAttributes, message) == 40);

using CreateFn = void* (*)(const char* name);
using PushFn = int (*)(void* domain, const EventAttributes*);
using PopFn = int (*)(void* domain);

void* domain = nullptr;

int module_table(int module, Function*** table, unsigned* count) {
  if (module < 1 || module >= kModules) return 0;
  if (table) *table = entries[module];
  if (count) *count = static_cast<unsigned>(kFunctions[module]);
  return 1;
}

void set_version(uint32_t) {}

struct Callbacks {
  size_t size;
  int (*module_table)(int, Function***, unsigned*);
};
struct VersionInfo {
  size_t size;
  uint32_t version;
  uint32_t reserved;
  void (*set_version)(uint32_t);
};

const void* export_table(uint32_t id) {
  static const Callbacks callbacks = {sizeof callbacks, module_table};
  static const VersionInfo info = {sizeof info, kVersion, 0, set_version};
  if (id == kCallbacks) return &callbacks;
  return id == kVersionInfo ? &info : nullptr;
}

template <class F>
F domain_function(DomainFunction number) {
  return reinterpret_cast<F>(functions[kDomains][number]);
}

void load_library(const char* path) {
  for (int m = 1; m < kModules; ++m) {
    for (int f = 1; f < kFunctions[m]; ++f) entries[m][f] = &functions[m][f];
  }
  // Never closed: the profiler's functions are called until the process ends.
  void* library = dlopen(path, RTLD_LAZY);
  if (!library) return;
  using InitFn = int (*)(const void* (*)(uint32_t));
  const auto init = reinterpret_cast<InitFn>(dlsym(library, "InitializeInjectionNvtx2"));
  if (!init || init(export_table) != 1) return;
  if (!functions[kDomains][kRangePush] || !functions[kDomains][kRangePop]) return;
  if (const auto create = domain_function<CreateFn>(kCreate)) domain = create("penstock");
  loaded.store(true, std::memory_order_release);
}

}  // namespace

void load() {
  static std::once_flag once;
  std::call_once(once, [] {
    const char* path = std::getenv("NVTX_INJECTION64_PATH");
    if (path && *path) load_library(path);
  });
}

void begin(const char* name) {
  EventAttributes attributes;
  attributes.message = name;
  domain_function<PushFn>(kRangePush)(domain, &attributes);
}

void begin(const std::string& actor, int64_t batch, const char* phase) {
  // The upper half counts how often batches in progress were dropped.
  const auto number = static_cast<uint32_t>(batch);
  char name[256];
  std::snprintf(name, sizeof name, "%s: batch %u%s%s", actor.empty() ? "imperative" : actor.c_str(), number,
                *phase ? " " : "", phase);
  begin(name);
}

void end() { domain_function<PopFn>(kRangePop)(domain); }

}  // namespace penstock::nvtx
