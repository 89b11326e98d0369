// The cache of decoded images: what is kept, and what is found.
#include "core/image_cache.h"

#include <cstring>

#include "test/test.h"

namespace penstock::test {
namespace {

struct TestMemory : ImageCache::Memory {
  explicit TestMemory(int64_t bytes) : block(static_cast<size_t>(bytes)) { data = block.data(); }
  std::vector<uint8_t> block;
};

std::shared_ptr<ImageCache> opened(const ImageCache::Settings& settings) {
  auto cache = std::make_shared<ImageCache>(settings);
  cache->open([](int64_t bytes) { return std::make_unique<TestMemory>(bytes); });
  return cache;
}

Hash128 key(uint64_t n) { return {n, n}; }

// Whether the image is kept when it is decoded.
bool keeps(ImageCache& cache, uint64_t n, int64_t bytes) {
  uint8_t* pixels = cache.add(key(n), bytes);
  if (!pixels) return false;
  std::memset(pixels, static_cast<int>(n), static_cast<size_t>(bytes));
  cache.ready(key(n), false);
  return true;
}

}  // namespace

// The vectors of the reference implementation, for the key 00 01 .. 0f and messages 00 01 ..
TEST(sip_hash_has_the_values_of_its_reference) {
  uint8_t message[16];
  for (size_t i = 0; i < sizeof message; ++i) message[i] = static_cast<uint8_t>(i);
  uint64_t k[2];
  std::memcpy(k, message, sizeof k);
  const Hash128 empty = sip_hash(message, 0, k[0], k[1]);
  CHECK(empty.low == 0xe6a825ba047f81a3 && empty.high == 0x930255c71472f66d);
  const Hash128 one = sip_hash(message, 1, k[0], k[1]);
  CHECK(one.low == 0x44af996bd8c187da && one.high == 0x45fc229b11597634);
}

TEST(image_cache_keeps_images_until_it_is_full) {
  auto cache = opened({1024, 0, false, false});
  CHECK(!cache->find(key(1)));
  CHECK(keeps(*cache, 1, 500) && !keeps(*cache, 2, 600) && keeps(*cache, 3, 500));
  CHECK(!keeps(*cache, 1, 500));  // it is there
  const auto* image = cache->find(key(3));
  CHECK(image && image->bytes == 500 && image->pixels[499] == 3);
  CHECK(!cache->find(key(2)));
}

TEST(image_cache_shows_an_image_when_it_is_ready) {
  auto cache = opened({1024, 0, false, false});
  CHECK(cache->add(key(1), 10));
  CHECK(!cache->find(key(1)));
  cache->ready(key(1), true);
  CHECK(cache->find(key(1)) && cache->find(key(1))->warned);
}

TEST(image_cache_leaves_small_images) {
  auto cache = opened({1024, 100, false, false});
  CHECK(!keeps(*cache, 1, 99) && keeps(*cache, 2, 100));
}

TEST(image_cache_keeps_the_largest_of_the_first_epoch) {
  auto cache = opened({1024, 0, true, false});
  const int64_t sizes[] = {100, 512, 300, 384, 64};
  for (uint64_t i = 0; i < 5; ++i) CHECK(!keeps(*cache, i, sizes[i]));
  bool kept[5];
  for (uint64_t i = 0; i < 5; ++i) kept[i] = keeps(*cache, i, sizes[i]);
  CHECK(!kept[0] && kept[1] && !kept[2] && kept[3] && !kept[4]);
}

TEST(image_cache_of_a_stage_is_one) {
  const ImageCache::Settings settings = {64, 0, false, false};
  const auto a = ImageCache::of(1234567, 2, settings);
  CHECK(a == ImageCache::of(1234567, 2, settings) && a != ImageCache::of(1234567, 3, settings));
  CHECK(ImageCache::of(0, 2, settings) != ImageCache::of(0, 2, settings));
}

}  // namespace penstock::test
