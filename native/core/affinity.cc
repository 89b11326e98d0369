// CPU masks are read and set with the kernel's calls that take sets of any size. NVML is loaded by dlopen, so a machine
// without the NVIDIA driver needs no NVML library.
#include "core/affinity.h"

#include <dlfcn.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <memory>

namespace penstock {
namespace {

struct FreeSet {
  void operator()(cpu_set_t* set) const { CPU_FREE(set); }
};
using Mask = std::unique_ptr<cpu_set_t, FreeSet>;

constexpr int kMaxCpus = 1 << 16;

// The name under which NVML knows a visible device: its number or UUID. CUDA_VISIBLE_DEVICES may list only some of the
// devices, in another order. Its numbers equal NVML's when CUDA_DEVICE_ORDER is PCI_BUS_ID or all GPUs are of one
// model.
std::string visible_device(int device) {
  const char* text = std::getenv("CUDA_VISIBLE_DEVICES");
  if (!text) return std::to_string(device);
  std::string item;
  for (;; ++text) {
    if (*text && *text != ',') {
      if (*text != ' ') item += *text;
      continue;
    }
    if (device-- == 0) return item;
    if (!*text) return "";
    item.clear();
  }
}

// NVML's functions as nvml.h declares them. Its handles are pointers, and 0 means success.
struct Nvml {
  int (*init)();
  int (*shutdown)();
  int (*by_index)(unsigned, void**);
  int (*by_uuid)(const char*, void**);
  int (*cpu_affinity)(void*, unsigned, unsigned long*);

  bool load(void* library) {
    const auto get = [&](auto& function, const char* name) {
      function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(library, name));
      return function != nullptr;
    };
    return get(init, "nvmlInit_v2") && get(shutdown, "nvmlShutdown") &&
           get(by_index, "nvmlDeviceGetHandleByIndex_v2") && get(by_uuid, "nvmlDeviceGetHandleByUUID") &&
           get(cpu_affinity, "nvmlDeviceGetCpuAffinity");
  }
};

}  // namespace

CpuSet CpuSet::of_process() {
  CpuSet out;
  for (int cpus = 1024; cpus <= kMaxCpus; cpus *= 4) {
    const Mask set(CPU_ALLOC(cpus));
    const size_t bytes = CPU_ALLOC_SIZE(cpus);
    CPU_ZERO_S(bytes, set.get());
    if (sched_getaffinity(getpid(), bytes, set.get()) != 0) continue;
    for (int i = 0; i < cpus; ++i) {
      if (CPU_ISSET_S(i, bytes, set.get())) out.ids.push_back(i);
    }
    break;
  }
  return out;
}

bool CpuSet::has(int cpu) const { return std::binary_search(ids.begin(), ids.end(), cpu); }

CpuSet CpuSet::common(const CpuSet& other) const {
  CpuSet out;
  std::set_intersection(ids.begin(), ids.end(), other.ids.begin(), other.ids.end(), std::back_inserter(out.ids));
  return out;
}

std::string CpuSet::text() const {
  std::string out;
  for (size_t i = 0; i < ids.size();) {
    size_t end = i + 1;
    while (end < ids.size() && ids[end] == ids[end - 1] + 1) ++end;
    if (!out.empty()) out += ',';
    out += std::to_string(ids[i]);
    if (end - i > 1) out += '-' + std::to_string(ids[end - 1]);
    i = end;
  }
  return out;
}

int pin_thread(pthread_t thread, const CpuSet& cpus) {
  if (cpus.ids.empty()) return 0;
  const int size = cpus.ids.back() + 1;
  const Mask set(CPU_ALLOC(size));
  const size_t bytes = CPU_ALLOC_SIZE(size);
  CPU_ZERO_S(bytes, set.get());
  for (int i : cpus.ids) CPU_SET_S(i, bytes, set.get());
  return pthread_setaffinity_np(thread, bytes, set.get());
}

CpuSet gpu_cpus(int device, const char* library) {
  CpuSet out;
  const std::string name = visible_device(device);
  void* handle = name.empty() ? nullptr : dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return out;
  Nvml nvml;
  if (nvml.load(handle) && nvml.init() == 0) {
    constexpr unsigned kWords = kMaxCpus / (8 * sizeof(unsigned long));
    void* gpu = nullptr;
    const bool number = name.find_first_not_of("0123456789") == std::string::npos && name.size() < 9;
    std::vector<unsigned long> words(kWords);
    if ((number ? nvml.by_index(static_cast<unsigned>(std::stoul(name)), &gpu) : nvml.by_uuid(name.c_str(), &gpu)) ==
            0 &&
        nvml.cpu_affinity(gpu, kWords, words.data()) == 0) {
      constexpr int kBits = 8 * sizeof(unsigned long);
      for (int i = 0; i < kMaxCpus; ++i) {
        if (words[i / kBits] >> (i % kBits) & 1) out.ids.push_back(i);
      }
    }
    nvml.shutdown();
  }
  dlclose(handle);
  return out;
}

}  // namespace penstock
