// Replaces the driver's libnvidia-ml.so.1 in the tests: two GPUs with CPUs near them, and one GPU whose query fails.
#include <cstring>

namespace {

int open_count = 0;
char gpus[3];

}  // namespace

#define PUBLIC extern "C" __attribute__((visibility("default")))

PUBLIC int nvmlInit_v2() {
  ++open_count;
  return 0;
}
PUBLIC int nvmlShutdown() { return --open_count < 0; }
PUBLIC int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** out) {
  if (open_count != 1 || index > 2) return 2;
  *out = &gpus[index];
  return 0;
}
PUBLIC int nvmlDeviceGetHandleByUUID(const char* uuid, void** out) {
  if (open_count != 1 || std::strcmp(uuid, "GPU-b") != 0) return 6;
  *out = &gpus[1];
  return 0;
}
PUBLIC int nvmlDeviceGetCpuAffinity(void* gpu, unsigned count, unsigned long* words) {
  if (gpu == &gpus[2]) return 999;
  if (count < 2) return 7;
  std::memset(words, 0, count * sizeof *words);
  if (gpu == &gpus[0]) {
    words[0] = 1, words[1] = 2;
  } else {
    words[0] = 8;
  }
  return 0;
}
