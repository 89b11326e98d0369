// Pages of Parquet files in memory: which of them stay, that a damaged one is remembered, and what is said where a
// library is missing. What pages hold is tested in test/readers.
#include <stdexcept>

#include "parquet/libraries.h"
#include "parquet/page_cache.h"
#include "parquet/thrift.h"
#include "test.h"

namespace penstock {
namespace {

using namespace parquet;

PageCache::Values values_of(size_t bytes) {
  auto values = std::make_shared<ColumnValues>();
  values->bytes.resize(bytes);
  return values;
}

// Asks for a page, and counts how often it is made.
struct Asking {
  const PageCache cache;
  int made = 0;

  void operator()(int64_t key, size_t bytes) {
    cache.get(key, [&] { return ++made, values_of(bytes); });
  }
};

TEST(parquet_cache_keeps_the_pages_that_were_used_last) {
  Asking ask{PageCache(10'000, 0)};
  for (int64_t key = 0; key < 5; ++key) ask(key, 1500);
  CHECK_EQ(ask.made, 5);
  ask(0, 1500);
  ask(5, 1500);
  CHECK_EQ(ask.made, 6);
  CHECK(ask.cache.has(0));
  CHECK(!ask.cache.has(1));
  CHECK(ask.cache.bytes() <= 10'000);
}

TEST(parquet_cache_keeps_what_rows_in_order_need_however_large_it_is) {
  Asking ask{PageCache(0, 4)};
  for (int row = 0; row < 100; ++row) {
    for (int64_t key = 0; key < 4; ++key) ask(key, 5000);
  }
  CHECK_EQ(ask.made, 4);
  ask(4, 5000);
  CHECK(!ask.cache.has(0));
}

TEST(parquet_cache_counts_pages_without_values) {
  Asking ask{PageCache(100'000, 0)};
  for (int64_t key = 0; key < 10'000; ++key) ask(key, 0);
  int there = 0;
  for (int64_t key = 0; key < 10'000; ++key) there += ask.cache.has(key);
  CHECK(there > 10);
  CHECK(there < 400);
}

TEST(parquet_cache_remembers_that_a_page_is_damaged) {
  const PageCache cache(10'000, 0);
  int tried = 0;
  for (int i = 0; i < 3; ++i) {
    try {
      cache.get(1, [&]() -> PageCache::Values {
        ++tried;
        throw ParquetFault("it is damaged", "maxRows");
      });
      CHECK(false);
    } catch (const ParquetFault& fault) {
      CHECK_EQ(std::string(fault.what()), std::string("it is damaged"));
      CHECK_EQ(std::string(fault.limit), std::string("maxRows"));
    }
  }
  CHECK_EQ(tried, 1);
  CHECK(cache.has(1));
}

TEST(parquet_cache_tries_again_after_another_failure) {
  const PageCache cache(10'000, 0);
  int tried = 0;
  for (int i = 0; i < 2; ++i) {
    try {
      cache.get(1, [&]() -> PageCache::Values {
        ++tried;
        throw std::runtime_error("the disk is away");
      });
    } catch (const std::runtime_error&) {
      CHECK(!cache.has(1));
    }
  }
  CHECK_EQ(tried, 2);
  CHECK_EQ(cache.get(1, [] { return values_of(3); })->bytes.size(), size_t{3});
}

TEST(parquet_says_which_library_is_missing) {
  const LibraryName missing{"GZIP", "libpenstock-has-none.so.1", "zlib1g", false};
  const LibraryName other{"ZSTD", "libdl.so.2", "libzstd1", false};
  try {
    load_zlib(missing);
    CHECK(false);
  } catch (const Error& error) {
    CHECK(error.code == ErrorCode::UNSUPPORTED);
    CHECK(error.message.find("libpenstock-has-none.so.1 to read pages that are compressed with GZIP") !=
          std::string::npos);
    CHECK(error.hint.find("zlib1g") != std::string::npos);
  }
  try {
    load_zstandard(other);
    CHECK(false);
  } catch (const Error& error) {
    CHECK(error.message.find("it lacks a function") != std::string::npos);
  }
}

}  // namespace
}  // namespace penstock
