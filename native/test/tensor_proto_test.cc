// Tensors of Caffe2 in a record whose bytes change after its values are counted, as those of a file may.
#include "ops/readers_caffe2/tensor_proto.h"

#include <vector>

#include "test.h"

namespace penstock {
namespace {

using namespace ops;

constexpr int64_t kBytes = 1100;

// A tensor of type int32, with numbers of the given bytes each. It is longer than what Protobuf reads at once.
std::vector<uint8_t> tensor(int width) {
  std::vector<uint8_t> bytes = {2 << 3, 2, 4 << 3 | 2, kBytes & 127 | 128, kBytes >> 7};
  for (int64_t i = 0; i < kBytes; ++i) bytes.push_back(i % width == width - 1 ? 1 : 0x81);
  return bytes;
}

struct Changing final : RecordSource {
  std::vector<uint8_t> bytes;
  int64_t size() const override { return static_cast<int64_t>(bytes.size()); }
  void copy(int64_t from, uint8_t* to, int64_t count) const override {
    std::memcpy(to, bytes.data() + from, static_cast<size_t>(count));
  }
};

// How many values are visited of a tensor that changes; -1 where no fault came.
int64_t visited(int before, int after) {
  Changing source;
  source.bytes = tensor(before);
  Protobuf record(source);
  const TensorProto read(record, 0, source.size());
  CHECK_EQ(read.count(), kBytes / before);
  source.bytes = tensor(after);
  int64_t count = 0;
  try {
    read.each([&](int64_t i, auto) { CHECK_EQ(i, count++); });
  } catch (const RecordFault& fault) {
    return count;
  }
  return -1;
}

TEST(caffe2_visits_no_more_values_than_it_has_counted) {
  CHECK_EQ(visited(2, 2), int64_t{-1});
  CHECK_EQ(visited(2, 1), kBytes / 2);
  CHECK_EQ(visited(1, 2), kBytes / 2);
}

}  // namespace
}  // namespace penstock
