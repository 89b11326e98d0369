// The samples of the batch being made: what is known of each, and a block of memory per sample that holds its values,
// its operators' arguments where those differ by sample, and its operators' states.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "core/arena.h"
#include "core/op.h"

namespace penstock {

// A tensor that passes between operators.
struct Value : TensorView {
  bool poisoned = false;  // its maker failed; what depends on it is not run
  bool absent = false;    // its maker stands in a branch that was not taken for this sample
  int chosen = -1;        // for a merge: the branch's value that it is
};

struct Sample {
  SampleInfo info;
  uint32_t flags = 0;
  double cost = 0;
  int failed_op = -1;
  bool dropped = false;
  bool of_batch = false;  // the error is the batch's: there was room for this sample, and not for all of them
  int64_t wanted = 0;     // scratch that it would have taken when it was refused
  std::unique_ptr<Error> error;
  std::vector<int64_t> offsets;  // per output
};

// Where the parts of a sample's block lie. Values come first.
class BlockLayout {
 public:
  explicit BlockLayout(int values) : bytes_(sizeof(Value) * values) {}
  // The offset of `bytes` more.
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
  // What a sample takes in the tables below.
  static size_t table_bytes(size_t block_bytes, size_t outputs);

  void resize(int count, size_t block_bytes, size_t outputs);

  Sample& operator[](int position) { return list_[position]; }
  const Sample& operator[](int position) const { return list_[position]; }

  uint8_t* block(int position, size_t offset) const { return base_ + block_bytes_ * position + offset; }
  Value* values(int position) const { return reinterpret_cast<Value*>(block(position, 0)); }

  // Sample `from` takes the place `to`, of a sample that is not wanted any more.
  void move(int from, int to);
  // Forgets what an earlier batch left at this place; values from number `first` on are made anew.
  void clear(int position, int first, int values);

 private:
  std::vector<Sample> list_;
  std::vector<uint8_t> blocks_;
  uint8_t* base_ = nullptr;  // the first aligned address in blocks_
  size_t block_bytes_ = 0;
};

}  // namespace penstock
