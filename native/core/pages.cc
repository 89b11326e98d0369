// Linux only: madvise() for mapped pages, and glibc's malloc_trim() for memory that free() kept.
#include "core/pages.h"

#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

namespace penstock {

int64_t drop_pages(uint8_t* data, size_t bytes) {
  const auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  const uintptr_t from = (reinterpret_cast<uintptr_t>(data) + page - 1) / page * page;
  const uintptr_t to = (reinterpret_cast<uintptr_t>(data) + bytes) / page * page;
  int64_t resident = 0;
  constexpr uintptr_t kAtOnce = 4096;
  for (uintptr_t at = from; at < to; at += kAtOnce * page) {
    const uintptr_t end = std::min(to, at + kAtOnce * page);
    auto* start = reinterpret_cast<void*>(at);
    unsigned char in[kAtOnce];
    if (mincore(start, end - at, in) != 0) continue;
    // Pages in swap are dropped too, but not counted.
    const auto count = std::count_if(in, in + (end - at) / page, [](unsigned char c) { return c & 1; });
    // Shared pages must be removed from their file; for private pages, which V8 maps today, dropping them is enough.
    if (madvise(start, end - at, MADV_REMOVE) == 0 || madvise(start, end - at, MADV_DONTNEED) == 0) {
      resident += static_cast<int64_t>(count * page);
    }
  }
  return resident;
}

void prefer_huge_pages(uint8_t* data, size_t bytes) {
  constexpr uintptr_t kHuge = uintptr_t{2} << 20;
  const uintptr_t from = (reinterpret_cast<uintptr_t>(data) + kHuge - 1) / kHuge * kHuge;
  const uintptr_t to = (reinterpret_cast<uintptr_t>(data) + bytes) / kHuge * kHuge;
  // A refusal changes nothing but speed.
  if (to > from) madvise(reinterpret_cast<void*>(from), to - from, MADV_HUGEPAGE);
}

void return_heap() {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
  // musl gives memory back when it is freed.
}

}  // namespace penstock
