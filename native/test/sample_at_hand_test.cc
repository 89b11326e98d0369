// The sample at hand: readers take its extent from there, for it alone, and only while it is at hand.
#include "dataset/order/sample_at_hand.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <thread>

#include "dataset/set/builder.h"
#include "dataset/set/record_source.h"
#include "test.h"

namespace penstock {
namespace {

const std::atomic<bool> kNever{false};

TEST(sample_at_hand_is_that_of_its_thread) {
  CHECK(SampleAtHand::find(3) == nullptr);
  const Extent extent{0, 100, 20};
  {
    const SampleAtHand hand(3, extent);
    CHECK(SampleAtHand::find(3) == &extent);
    CHECK(SampleAtHand::find(4) == nullptr);
    std::thread([] { CHECK(SampleAtHand::find(3) == nullptr); }).join();
  }
  CHECK(SampleAtHand::find(3) == nullptr && SampleAtHand::find(-1) == nullptr);
}

TEST(sample_at_hand_is_where_a_record_is_read) {
  char path[] = "/tmp/penstock-hand-XXXXXX";
  FILE* file = fdopen(mkstemp(path), "wb");
  for (int i = 0; i < 100; ++i) std::fputc(i, file);
  std::fclose(file);
  DatasetBuilder b(kNever);
  b.use_parts(2, {1, 0});
  const int64_t number = b.add_path(path);
  for (int i = 0; i < 8; ++i) b.add_part(number, i * 10, 5);
  const auto data = b.finish();
  const OpenFiles files(true);
  const auto first_byte = [&](int64_t sample, int part) {
    uint8_t byte = 0;
    ExtentSource(*data, files, sample, part).copy(0, &byte, 1);
    return static_cast<int>(byte);
  };
  const Extent elsewhere{number, 77, 5};
  const SampleAtHand hand(2, elsewhere);
  CHECK_EQ(first_byte(2, 0), 77);
  // Other parts and other samples are looked up.
  CHECK_EQ(first_byte(2, 1), 50);
  CHECK_EQ(first_byte(1, 0), 20);
  unlink(path);
}

}  // namespace
}  // namespace penstock
