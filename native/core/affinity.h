// Sets of CPUs: the ones that this process may use, the ones that NVML reports as near a GPU, and pinning a thread to a
// set.
#pragma once
#include <pthread.h>

#include <string>
#include <vector>

namespace penstock {

// CPU ids, ascending. They may exceed CPU_SETSIZE.
struct CpuSet {
  std::vector<int> ids;

  // The affinity mask of the main thread; empty when it cannot be read.
  static CpuSet of_process();

  bool has(int cpu) const;
  CpuSet common(const CpuSet& other) const;
  // The format of Cpus_allowed_list in /proc: "0-3,8".
  std::string text() const;
};

// Pins a thread to the set. Returns 0, or the system's error number.
int pin_thread(pthread_t thread, const CpuSet& cpus);

// The CPUs near GPU `device`, which is numbered as CUDA numbers the visible devices; empty when NVML or the GPU is
// missing. `library` is the name that is passed to dlopen.
CpuSet gpu_cpus(int device, const char* library = "libnvidia-ml.so.1");

}  // namespace penstock
