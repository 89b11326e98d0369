// Memory that other processes can map: a sealed memfd under the pages of a slot. The slot keeps its address, so V8, the
// worker threads and native code go on as before, and the slot's buffer frees the mapping as it would free its own
// pages. This object owns the descriptor only; the descriptor is what another process gets.
#pragma once
#include <cstddef>
#include <cstdint>

#include "core/handles.h"

namespace penstock::bridge {

class Segment : public Object {
 public:
  // Puts a memfd of `reserved` bytes under [data, data + reserved), whose first `usable` bytes can be accessed from now
  // on. What was there is lost, so no other thread may use the memory yet. `data` must begin a page. Throws UNSUPPORTED
  // where the system has no such memory, and OUT_OF_MEMORY where it gives no descriptor.
  Segment(uint8_t* data, size_t usable, size_t reserved);
  ~Segment() override;
  Segment(const Segment&) = delete;
  Segment& operator=(const Segment&) = delete;

  int descriptor() const { return descriptor_; }

 private:
  int descriptor_ = -1;
};

}  // namespace penstock::bridge
