// The layout of a slot (abi.json "arena") as structs. Everything is plain data in shared memory: one stage writes it
// before it publishes the slot, and the next stage reads it after it has taken the slot.
#pragma once
#include <cstddef>
#include <cstdint>

#include "core/error.h"
#include "core/tensor.h"

namespace penstock {

namespace gpu {
class SlotSide;
}

struct ArenaHeader {
  uint32_t magic;
  uint32_t batch_size;
  uint32_t num_outputs;
  uint32_t flags;  // abi::batchFlags
  int64_t batch_index;
  int64_t epoch;
  int64_t used_bytes;
  int64_t samples_offset;
  int64_t outputs_offset;
  int64_t bad_count;
  char pad[64];
};
static_assert(sizeof(ArenaHeader) == abi::headerBytes);
static_assert(offsetof(ArenaHeader, batch_index) == abi::hBatchIndexLo && offsetof(ArenaHeader, epoch) == abi::hEpoch &&
              offsetof(ArenaHeader, used_bytes) == abi::hUsedBytes &&
              offsetof(ArenaHeader, samples_offset) == abi::hSamplesOffset &&
              offsetof(ArenaHeader, outputs_offset) == abi::hOutputsOffset &&
              offsetof(ArenaHeader, bad_count) == abi::hBadCount);

struct ArenaSample {
  int64_t index;
  int32_t epoch;
  uint32_t flags;  // abi::sampleFlags
  int64_t source_offset, source_length;
  int64_t ordinal;
  char pad[24];
};
static_assert(sizeof(ArenaSample) == abi::sampleInfoBytes &&
              offsetof(ArenaSample, source_offset) == abi::sSourceOffset &&
              offsetof(ArenaSample, ordinal) == abi::sOrdinal);

struct ArenaOutput {
  int32_t dtype;
  int32_t device;  // 0: the data lies in the slot. Otherwise addresses are absolute: 1 + the number of the GPU whose
                   // memory holds the data, or -1 for other host memory
  char layout[8];
  int64_t descs_offset;
  int64_t data_offset, data_bytes;
  uint32_t dense;  // all shapes are equal and there is no gap between samples
  char pad[20];
};
static_assert(sizeof(ArenaOutput) == abi::outputDescBytes && offsetof(ArenaOutput, dense) == abi::oDense &&
              offsetof(ArenaOutput, device) == abi::oDevice);

struct ArenaTensor {
  int64_t offset, bytes;
  int32_t ndim;
  int32_t pad0;
  int32_t shape[abi::maxDims];
  char pad[16];
};
static_assert(sizeof(ArenaTensor) == abi::sampleDescBytes && offsetof(ArenaTensor, shape) == abi::dShape);

// Bytes of the tables for `capacity` samples and `outputs` outputs. Strings and data follow the tables.
constexpr int64_t arena_tables_bytes(int64_t capacity, int64_t outputs) {
  return abi::headerBytes + capacity * abi::sampleInfoBytes + outputs * abi::outputDescBytes +
         outputs * capacity * abi::sampleDescBytes;
}

constexpr int64_t align_up(int64_t n, int64_t to) { return (n + to - 1) / to * to; }

inline const ArenaHeader& arena_header(const uint8_t* arena) { return *reinterpret_cast<const ArenaHeader*>(arena); }
inline const ArenaSample* arena_samples(const uint8_t* arena) {
  return reinterpret_cast<const ArenaSample*>(arena + arena_header(arena).samples_offset);
}
inline const ArenaOutput& arena_output(const uint8_t* arena, int i) {
  return reinterpret_cast<const ArenaOutput*>(arena + arena_header(arena).outputs_offset)[i];
}

// The samples of one output of a slot.
class ArenaTensors {
 public:
  ArenaTensors(const uint8_t* arena, int output) {
    const ArenaOutput& o = arena_output(arena, output);
    tensors_ = reinterpret_cast<const ArenaTensor*>(arena + o.descs_offset);
    base_ = o.device ? 0 : reinterpret_cast<uintptr_t>(arena);
    dtype_ = static_cast<DType>(o.dtype);
    std::memcpy(layout_.name, o.layout, sizeof o.layout);
  }

  // The view of a sample. Its extents come from the slot unchecked; core/extents.h checks them.
  TensorView operator[](int sample) const {
    const ArenaTensor& t = tensors_[sample];
    if (t.ndim < 0 || t.ndim > abi::maxDims) {
      fail(ErrorCode::INVALID_INPUT, "Expected at most %d dimensions for an input but received %d",
           static_cast<int>(abi::maxDims), t.ndim);
    }
    TensorView v;
    v.dtype = dtype_;
    v.layout = layout_;
    v.shape.ndim = t.ndim;
    for (int i = 0; i < t.ndim; ++i) v.shape.dim[i] = t.shape[i];
    v.data = reinterpret_cast<uint8_t*>(base_ + static_cast<uintptr_t>(t.offset));
    return v;
  }

 private:
  const ArenaTensor* tensors_;
  uintptr_t base_;  // 0: addresses are absolute
  DType dtype_;
  Layout layout_;
};

inline TensorView arena_tensor(const uint8_t* arena, int output, int sample) {
  return ArenaTensors(arena, output)[sample];
}

// A slot as it is passed to a program.
struct ArenaRef {
  uint8_t* data = nullptr;
  int64_t size = 0;
  gpu::SlotSide* side = nullptr;  // the slot's state on a GPU (events, device memory); null without one

  ArenaRef() = default;
  ArenaRef(const uint8_t* data) : data(const_cast<uint8_t*>(data)) {}  // for a slot that is only read
  ArenaRef(uint8_t* data, int64_t size, gpu::SlotSide* side = nullptr) : data(data), size(size), side(side) {}
};

}  // namespace penstock
