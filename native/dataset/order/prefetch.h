// Asks for a line of memory in the processor's caches. Memory that cannot be read is no fault.
#pragma once

namespace penstock {

inline void prefetch_line(const void* at) {
  __builtin_prefetch(at);
  // GCC 12 takes a function of nothing but prefetches for one without an effect, and leaves its calls out.
  asm volatile("");
}

}  // namespace penstock
