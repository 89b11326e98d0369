// See samples.h.
#include "program/samples.h"

#include <cstring>
#include <utility>

namespace penstock {

size_t Samples::table_bytes(size_t block_bytes, size_t outputs) {
  return block_bytes + sizeof(Sample) + sizeof(int64_t) * outputs;
}

void Samples::resize(int count, size_t block_bytes, size_t outputs) {
  list_.resize(count);
  for (Sample& s : list_) s.offsets.resize(outputs);
  block_bytes_ = block_bytes;
  blocks_.resize(block_bytes * count + BlockLayout::kAlign);
  base_ = reinterpret_cast<uint8_t*>(align_up(reinterpret_cast<intptr_t>(blocks_.data()), BlockLayout::kAlign));
}

void Samples::move(int from, int to) {
  std::swap(list_[to], list_[from]);
  std::memcpy(block(to, 0), block(from, 0), block_bytes_);
}

void Samples::clear(int position, int first, const std::vector<int>& values) {
  Sample& s = list_[position];
  s.cost = 0;
  s.shared_work = {};
  s.turn = {};
  s.failed_op = -1;
  s.dropped = s.of_batch = false;
  s.wanted = 0;
  s.error.reset();
  Value* v = this->values(position);
  for (const int k : values) {
    if (k >= first) v[k] = {};
  }
}

}  // namespace penstock
