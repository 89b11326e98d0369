// The samples of the current batch: the facts about each, and a block of memory per sample that holds its values, its
// operators' arguments where those differ by sample, and its operators' states.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "core/arena.h"
#include "core/shared_work.h"
#include "dataset/set/packed_extents.h"

namespace penstock {

// A tensor that passes between operators.
struct Value : TensorView {
  bool poisoned = false;  // the operator that makes it failed; operators that depend on it do not run
  bool absent = false;    // the operator that makes it is in a branch that was not taken for this sample
  // For a value that has no memory of its own: the number of the value in whose memory it lies, and where in it. For a
  // merge that is the selected branch's value, for a view the input.
  int chosen = -1;
  int peer = -1;  // the position of the sample whose value that is; -1: the same sample
  int64_t shift = 0;
  uint8_t halvings = 0;  // how often a decoder halves its extents for a resize; up to kMaxHalvings
};

// Images that are smaller than by these halvings of their extents count as if they were not.
constexpr int kMaxHalvings = 5;

struct Sample {
  SampleInfo info;
  Extent extent;       // in a reader's program: where the sample's first part lies
  int64_t member = 0;  // there: its number in the data set of its source
  int route = 0;       // which of BatchState::routes it takes: the number of its source
  uint32_t flags = 0;
  double cost = 0;
  SharedWork shared_work;
  Turn turn;
  int failed_op = -1;
  bool dropped = false;
  bool of_batch = false;  // the batch caused the error: there was memory for this sample, but not for all
  int64_t wanted = 0;     // scratch bytes that it needed when it was refused
  std::unique_ptr<Error> error;
  std::vector<int64_t> offsets;  // per output
};

// The layout of a sample's block: the offsets of its parts. Values come first.
class BlockLayout {
 public:
  explicit BlockLayout(int values) : bytes_(sizeof(Value) * values) {}
  // Reserves `bytes` more; returns their offset.
  size_t add(size_t bytes) {
    const auto at = static_cast<size_t>(align_up(static_cast<int64_t>(bytes_), 16));
    bytes_ = at + bytes;
    return at;
  }
  size_t bytes() const { return static_cast<size_t>(align_up(static_cast<int64_t>(bytes_), kAlign)); }

  static constexpr int64_t kAlign = 64;

 private:
  size_t bytes_;
};

class Samples {
 public:
  // Bytes of one sample in the tables below.
  static size_t table_bytes(size_t block_bytes, size_t outputs);

  void resize(int count, size_t block_bytes, size_t outputs);

  Sample& operator[](int position) { return list_[position]; }
  const Sample& operator[](int position) const { return list_[position]; }

  uint8_t* block(int position, size_t offset) const { return base_ + block_bytes_ * position + offset; }
  Value* values(int position) const { return reinterpret_cast<Value*>(block(position, 0)); }

  // Moves sample `from` to the place `to`, whose sample is dropped.
  void move(int from, int to);
  // Clears what an earlier batch left at this position, and constructs the values of these numbers, from `first` on.
  void clear(int position, int first, const std::vector<int>& values);

 private:
  std::vector<Sample> list_;
  std::vector<uint8_t> blocks_;
  uint8_t* base_ = nullptr;  // the first aligned address in blocks_
  size_t block_bytes_ = 0;
};

}  // namespace penstock
