// With AddressSanitizer, the outputs of an operator's call lie in memory of exactly their size, so that a write beyond
// the end is found where it happens: in an arena, another sample's output lies there. Without it this does nothing.
#pragma once
#include <cstring>
#include <memory>
#include <vector>

#include "core/tensor.h"

namespace penstock {

class ExactOutputs {
 public:
#ifdef __SANITIZE_ADDRESS__
  // Lends memory to the outputs of the call.
  ExactOutputs(TensorView* out, size_t count) : out_(out), places_(count), memory_(count) {
    for (size_t o = 0; o < count; ++o) {
      places_[o] = out[o].data;
      memory_[o] = std::make_unique<uint8_t[]>(static_cast<size_t>(out[o].bytes()));
      out[o].data = memory_[o].get();
    }
  }
  // Moves what was made to its place.
  void keep() {
    for (size_t o = 0; o < places_.size(); ++o) {
      if (const auto bytes = static_cast<size_t>(out_[o].bytes())) std::memcpy(places_[o], memory_[o].get(), bytes);
    }
  }

 private:
  TensorView* out_;
  std::vector<void*> places_;
  std::vector<std::unique_ptr<uint8_t[]>> memory_;
#else
  ExactOutputs(TensorView*, size_t) {}
  void keep() {}
#endif
};

}  // namespace penstock
