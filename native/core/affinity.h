// Sets of CPUs: what this process may use, what NVML says is near a GPU, and pinning a thread to some.
#pragma once
#include <pthread.h>

#include <string>
#include <vector>

namespace penstock {

// CPU ids, ascending. The kernel's masks may be longer than CPU_SETSIZE.
struct CpuSet {
  std::vector<int> ids;

  // The mask of the main thread; empty when it cannot be read.
  static CpuSet of_process();

  bool has(int cpu) const;
  CpuSet common(const CpuSet& other) const;
  // As in Cpus_allowed_list: "0-3,8".
  std::string text() const;
};

// Pins a thread to the set; 0, or the system's error number.
int pin_thread(pthread_t thread, const CpuSet& cpus);

// The CPUs near GPU `device`, by CUDA's numbering of the visible devices; empty when NVML or the GPU is not there.
// `library` is what dlopen gets.
CpuSet gpu_cpus(int device, const char* library = "libnvidia-ml.so.1");

}  // namespace penstock
