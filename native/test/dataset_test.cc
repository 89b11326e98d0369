// Data sets: they return what index() has put in, in no more memory than the layout needs; and threads that build them.
#include <dirent.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <mutex>

#include "core/threads.h"
#include "dataset/set/builder.h"
#include "dataset/set/indexing.h"
#include "dataset/set/reader_op.h"
#include "test.h"

namespace penstock {
namespace {

const std::atomic<bool> kNever{false};

std::string source(const Dataset& d, int64_t sample) {
  std::string text;
  d.append_source(sample, text);
  return text;
}

int open_descriptors() {
  int count = 0;
  DIR* dir = opendir("/proc/self/fd");
  while (readdir(dir)) ++count;
  closedir(dir);
  return count;
}

TEST(dataset_of_whole_files) {
  DatasetBuilder b(kNever);
  const int label = b.add_column("label", ColumnType::int32);
  const int64_t folder = b.add_folder("/data/cat/");
  b.add_file(folder, "1.jpg");
  b.add_number(label, int32_t{-7});
  b.add_path("dog/2.jpg");
  b.add_number(label, INT32_MAX);
  b.add_path("3.jpg");
  b.add_number(label, int32_t{0});
  const auto d = b.finish();
  CHECK_EQ(d->count(), int64_t{3});
  CHECK_EQ(d->path(0), std::string("/data/cat/1.jpg"));
  CHECK_EQ(d->path(1), std::string("dog/2.jpg"));
  CHECK_EQ(d->path(2), std::string("3.jpg"));
  CHECK_EQ(source(*d, 1), std::string("dog/2.jpg"));
  CHECK_EQ(d->number<int32_t>(label, 0), -7);
  CHECK_EQ(d->number<int32_t>(label, 1), INT32_MAX);
  CHECK_EQ(d->extent(2).file, int64_t{2});
  CHECK_EQ(d->extent(2).size, int64_t{-1});
}

TEST(dataset_keeps_a_folder_once_and_eight_bytes_per_file) {
  DatasetBuilder b(kNever);
  const std::string folder(200, 'x');
  for (int i = 0; i < 20000; ++i) b.add_path(folder + (i % 2 ? "/a/" : "/b/") + std::to_string(10000 + i));
  const auto d = b.finish();
  CHECK_EQ(d->path(12345), folder + "/a/22345");
  // Each file takes 8 bytes and a name of 5 characters with its NUL; there are two folders.
  CHECK_EQ(d->bytes(), int64_t{20000 * 14 + 2 * (8 + 204)});
}

TEST(dataset_of_parts) {
  DatasetBuilder b(kNever);
  b.use_parts(2);
  const int text = b.add_column("text", ColumnType::text), score = b.add_column("score", ColumnType::float64);
  const int64_t first = b.add_path("a.tar"), second = b.add_path("b.tar");
  CHECK_EQ(b.count(), int64_t{0});  // files alone are no samples in this data set
  b.add_part(first, 512, 100);
  b.add_part(first, 1536, 0);
  b.add_text(text, "one");
  b.add_number(score, 0.5);
  b.add_part(second, (int64_t{1} << 40) - 2, INT32_MAX);
  b.add_missing_part();
  b.add_text(text, "");
  b.add_number(score, -1.0);
  const auto d = b.finish();
  CHECK_EQ(d->count(), int64_t{2});
  CHECK_EQ(d->parts(), 2);
  CHECK_EQ(d->path(d->extent(0, 1).file), std::string("a.tar"));
  CHECK_EQ(d->extent(0, 1).offset, int64_t{1536});
  CHECK_EQ(d->extent(0, 1).size, int64_t{0});
  CHECK_EQ(d->path(d->extent(1, 0).file), std::string("b.tar"));
  CHECK_EQ(d->extent(1, 0).offset, (int64_t{1} << 40) - 2);
  CHECK_EQ(d->extent(1, 0).size, int64_t{INT32_MAX});
  CHECK(d->extent(1, 1).missing());
  CHECK(!d->extent(0, 1).missing());
  CHECK_EQ(std::string(d->text(text, 0)), std::string("one"));
  CHECK_EQ(std::string(d->text(text, 1)), std::string());
  CHECK_EQ(d->number<double>(score, 1), -1.0);
  CHECK_EQ(source(*d, 0), std::string("a.tar:512"));
}

// Texts and extents of every kind, in samples of several parts, come back as they were.
TEST(dataset_keeps_what_it_is_given) {
  uint64_t state = 7;
  const auto below = [&](uint64_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<int64_t>((state >> 33) % n);
  };
  for (const int parts : {1, 2, 3, 40, 300}) {
    DatasetBuilder b(kNever);
    const int text = b.add_column("text", ColumnType::text);
    b.use_parts(parts, {below(2) ? 512 : 1, below(600)});
    for (int i = 0; i < 5; ++i) b.add_path("file" + std::to_string(i));
    std::vector<Extent> extents;
    std::vector<std::string> texts;
    for (int i = 0; i < 40000 / parts; ++i) {
      for (int p = 0; p < parts; ++p) {
        const int64_t offset = below(9) ? (extents.empty() ? 0 : extents.back().offset + below(5000))
                                        : below(uint64_t{1} << 31) * 512 - below(3) * 100;
        const bool whole = offset >= 0 && offset < (int64_t{1} << 40) - 1 && below(12);
        extents.push_back(whole ? Extent{below(50) ? i / 3000 % 5 : below(5), offset, below(below(2) ? 300 : 1u << 31)}
                                : Extent{});
        if (whole) {
          b.add_part(extents.back().file, offset, extents.back().size);
        } else {
          b.add_missing_part();
        }
      }
      std::string t = below(3) ? "train/" + std::to_string(100000 + i) + ".jpg" : std::string();
      for (int64_t n = below(4) ? 0 : below(40); n > 0; --n) t += static_cast<char>(below(256));
      texts.push_back(t);
      b.add_text(text, t);
    }
    const auto d = b.finish();
    for (int n = 0; n < 5000; ++n) {
      const int64_t i = below(static_cast<uint64_t>(d->count())), p = below(static_cast<uint64_t>(parts));
      const Extent &want = extents[static_cast<size_t>(i * parts + p)], got = d->extent(i, static_cast<int>(p));
      CHECK_EQ(got.file, want.file);
      if (!want.missing()) CHECK(got.offset == want.offset && got.size == want.size);
      CHECK_EQ(d->text(text, i), texts[static_cast<size_t>(i)]);
    }
  }
}

// A walk over neighbours gives the parts of each sample, in an order that is the same for all.
TEST(dataset_walks_over_the_parts_of_neighbours) {
  for (const int parts : {1, 2, 3, 40, 300}) {
    DatasetBuilder b(kNever);
    b.use_parts(parts, {512, 512});
    b.add_path("a");
    b.add_path("b");
    for (int64_t i = 0; i < 9000 / parts * parts; ++i) {
      if (i % 7 == 3) {
        b.add_missing_part();
      } else {
        b.add_part(i > 5000, i % 5 ? i * 1024 : i * 77 % 5000, i % 11 * 100);
      }
    }
    const auto d = b.finish();
    for (int64_t begin = 0; begin < d->count(); begin += 1 + d->count() / 50) {
      const int64_t end = std::min(begin + 70, d->count());
      std::vector<Extent> walked;
      d->each_extent(begin, end, [&](const Extent& e) { walked.push_back(e); });
      CHECK_EQ(static_cast<int64_t>(walked.size()), (end - begin) * parts);
      for (int64_t i = begin; i < end; ++i) {
        const auto key = [](const Extent& e) {
          return e.missing() ? std::array<int64_t, 3>{-1, 0, 0} : std::array<int64_t, 3>{e.file, e.offset, e.size};
        };
        std::vector<std::array<int64_t, 3>> got, want;
        for (int p = 0; p < parts; ++p) {
          got.push_back(key(walked[static_cast<size_t>((i - begin) * parts + p)]));
          want.push_back(key(d->extent(i, p)));
        }
        std::sort(got.begin(), got.end());
        std::sort(want.begin(), want.end());
        CHECK(got == want);
      }
    }
  }
}

TEST(dataset_has_blocks_of_bytes_and_of_files) {
  DatasetBuilder files(kNever), archive(kNever), rows(kNever);
  rows.use_parts();
  archive.use_parts(1, {512, 512});
  const int64_t first = archive.add_path("a.tar"), second = archive.add_path("b.tar"), table = rows.add_path("t");
  for (int i = 0; i < 10; ++i) {
    files.add_path("file" + std::to_string(i));
    // Each takes 1,536 bytes.
    archive.add_part(i < 7 ? first : second, i * 1536 + 512, 1000);
    rows.add_part(table, i, 0);
  }
  // Rows of two groups, 10 bytes for 4 and 120,000 for 3, and some of which nothing is known.
  DatasetBuilder weighed(kNever);
  weighed.use_parts();
  const int64_t weighed_table = weighed.add_path("w");
  for (int i = 0; i < 10; ++i) weighed.add_part(weighed_table, i, 0);
  weighed.weigh(4, 10);
  weighed.weigh(0, 1000);
  weighed.weigh(3, 120000);
  const auto f = files.finish(), a = archive.finish(), r = rows.finish(), w = weighed.finish();
  using Edges = std::vector<int32_t>;
  const Edges threes{0, 3, 6, 9, 10};
  CHECK(a->edges(2 * 1536 + 1) == threes);
  CHECK(a->edges(3 * 1536) == threes);
  CHECK(a->edges(1) == Edges({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
  CHECK(a->edges(1 << 30) == Edges({0, 10}));
  CHECK(f->edges(3 << 17) == threes);
  CHECK(r->edges(3 << 17) == threes);
  CHECK(w->edges(5) == Edges({0, 2, 4, 5, 6, 7, 8, 9, 10}));
  CHECK(w->edges(6) == Edges({0, 3, 5, 6, 7, 8, 9, 10}));
  CHECK(w->edges(80000) == Edges({0, 6, 8, 9, 10}));
  CHECK(a->in_containers() && !f->in_containers() && !r->in_containers());
  // There are no more than kMaxBlocks.
  DatasetBuilder many(kNever);
  many.use_parts(1, {1, 0});
  const int64_t file = many.add_path("many");
  for (int64_t i = 0; i <= 2 * Dataset::kMaxBlocks; ++i) many.add_part(file, i, 1);
  const Edges edges = many.finish()->edges(1);
  CHECK_EQ(edges[1], 3);
  CHECK(static_cast<int64_t>(edges.size()) < Dataset::kMaxBlocks);
}

TEST(dataset_weighs_whole_files_by_some_of_them) {
  namespace fs = std::filesystem;
  std::string folder = (fs::temp_directory_path() / "penstock-sizes-XXXXXX").string();
  CHECK(mkdtemp(folder.data()) != nullptr);
  constexpr int kFiles =
      384;  // with those that tell nothing a multiple of 64, by which an even stride would see some alone
  const auto path = [&](int i) { return folder + "/" + std::to_string(i); };
  for (int i = 0; i < kFiles; ++i) std::ofstream(path(i));
  const auto made = [&](std::vector<int64_t> sizes) {
    DatasetBuilder b(kNever);
    for (int i = 0; i < kFiles; ++i) {
      fs::resize_file(path(i), static_cast<uintmax_t>(sizes[static_cast<size_t>(i) % sizes.size()]));
      b.add_path(path(i));
    }
    // Files that are missing, and folders, tell nothing.
    for (int i = 0; i < kFiles; ++i) b.add_path(i % 2 ? folder : folder + "/none");
    b.weigh_files();
    return b.finish();
  };
  constexpr int64_t kMiB = int64_t{1} << 20;
  const auto per_block = [&](std::vector<int64_t> sizes) { return made(std::move(sizes))->edges(8 * kMiB)[1]; };
  CHECK_EQ(per_block({2 * kMiB}), 4);
  CHECK_EQ(per_block({2 * kMiB - 1}), 8);
  // The mean of neighbours that alternate is 2.5 MiB.
  CHECK_EQ(per_block({kMiB, 4 * kMiB}), 4);
  CHECK_EQ(per_block({0}), 2 * kFiles);
  // The sizes themselves do not count, only the blocks.
  const uint64_t print = made({2 * kMiB})->fingerprint();
  CHECK_EQ(made({3 * kMiB})->fingerprint(), print);
  CHECK(made({4 * kMiB})->fingerprint() != print);
  // What nothing is known of counts as ever; so does what has parts.
  DatasetBuilder none(kNever), parts(kNever);
  none.add_path(folder + "/none");
  none.add_path(folder + "/none2");
  none.weigh_files();
  CHECK(none.finish()->edges(Dataset::kUsualSize) == std::vector<int32_t>({0, 1, 2}));
  parts.use_parts();
  const int64_t file = parts.add_path(path(0));
  for (int i = 0; i < 4; ++i) parts.add_part(file, i * 100, 100);
  parts.weigh_files();
  CHECK(parts.finish()->edges(200) == std::vector<int32_t>({0, 2, 4}));
  const std::atomic<bool> now{true};
  DatasetBuilder cancelled(now);
  cancelled.add_path(path(0));
  bool thrown = false;
  try {
    cancelled.weigh_files();
  } catch (const IndexingCancelled&) {
    thrown = true;
  }
  CHECK(thrown);
  fs::remove_all(folder);
}

// As `tar --sort=name` writes a set of photos with their classes, and TFRecord files.
TEST(dataset_of_archives_takes_less_than_ten_bytes_per_sample) {
  constexpr int64_t kCount = 100000;
  DatasetBuilder b(kNever), records(kNever);
  const int text = b.add_column("name", ColumnType::text);
  b.use_parts(2, {512, 512});
  b.name_by(text, Naming::place_and_text);
  records.use_parts(1, {1, 16});
  const int64_t record_file = records.add_path("train.tfrecord");
  int64_t at = 0, from = 12, file = 0;
  for (int64_t i = 0; i < kCount; ++i) {
    if (i % 10000 == 0) {
      file = b.add_path("shard" + std::to_string(i));
      at = 0;
    }
    char name[32];
    std::snprintf(name, sizeof name, "%08d.jpg", static_cast<int>(i));
    const int64_t size = 90000 + i * 7919 % 40000, image = at + 1536;
    // The class comes first in the archive, and second among the outputs.
    b.add_part(file, image, size);
    b.add_part(file, at + 512, 1 + i % 3);
    b.add_text(text, name);
    at = image + (size + 511) / 512 * 512;
    records.add_part(record_file, from, size);
    from += size + 16;
  }
  const auto d = b.finish(), r = records.finish();
  CHECK(d->bytes() < 9 * kCount);
  CHECK(r->bytes() < 5 * kCount);
  CHECK_EQ(source(*d, 12345).substr(0, 11), std::string("shard10000:"));
  CHECK_EQ(source(*d, 12345).substr(source(*d, 12345).size() - 13), std::string(":00012345.jpg"));
}

TEST(dataset_names_samples_by_a_column_and_holds_blobs) {
  DatasetBuilder b(kNever);
  const int key = b.add_column("key", ColumnType::text);
  b.use_parts();
  b.name_by(key, Naming::path_and_key);
  const int boxes = b.add_blob();
  b.add_part(b.add_path("images.db"), 4096, 10);
  b.add_text(key, std::string_view("\0\1", 2));
  b.blob(boxes).push(2.5f);
  const auto d = b.finish();
  CHECK_EQ(source(*d, 0), std::string("images.db at key 0x0001"));
  CHECK_EQ(d->blob(boxes).at<float>(0), 2.5f);
}

TEST(dataset_that_is_not_whole_is_refused) {
  CHECK_THROWS(DatasetBuilder(kNever).finish(), "Expected at least one sample");
  const auto column = [] {
    DatasetBuilder b(kNever);
    b.add_column("label", ColumnType::int32);
    b.add_path("a");
    return b.finish();
  };
  CHECK_THROWS(column(), "column label has not one value per sample");
  const auto parts = [] {
    DatasetBuilder b(kNever);
    b.use_parts(3);
    b.add_part(b.add_path("a"), 0, 1);
    return b.finish();
  };
  CHECK_THROWS(parts(), "the last sample has 1 of 3 parts");
  const auto large = [](int64_t offset, int64_t size) {
    DatasetBuilder b(kNever);
    b.use_parts();
    b.add_part(b.add_path("a.tar"), offset, size);
  };
  CHECK_THROWS(large(0, int64_t{INT32_MAX} + 1), "one of 2147483648 in a.tar");
  CHECK_THROWS(large((int64_t{1} << 40) - 1, 1), "of files smaller than 1 TiB");
  CHECK_THROWS(index_dataset("readers.none", nullptr, kNever), "readers.none is not in this build");
}

// Waits for the callback of an IndexingThread.
struct Told {
  std::mutex mutex;
  std::condition_variable changed;
  bool told = false;
  void tell() {
    std::lock_guard lock(mutex);
    told = true;
    changed.notify_all();
  }
  void wait() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return told; });
  }
};

std::shared_ptr<Dataset> of_one(const std::atomic<bool>& cancelled, const std::shared_ptr<IndexProgress>&) {
  DatasetBuilder b(cancelled);
  b.add_path("a");
  return b.finish();
}

TEST(indexing_thread_gives_the_data_set_once) {
  Told told;
  IndexingThread thread(of_one, [&] { told.tell(); });
  told.wait();
  CHECK_EQ(std::static_pointer_cast<Dataset>(thread.take())->count(), int64_t{1});
  CHECK_THROWS(thread.take(), "not wanted any more");
}

TEST(indexing_thread_hands_failures_over) {
  Told told;
  IndexingThread thread(
      [](const auto&, const auto&) -> std::shared_ptr<Object> { fail(ErrorCode::EMPTY_DATASET, "none"); },
      [&] { told.tell(); });
  told.wait();
  CHECK_THROWS(thread.take(), "none");
}

TEST(indexing_thread_ends_when_it_is_cancelled_or_forgotten) {
  const auto endless = [](const std::atomic<bool>& cancelled, const auto&) -> std::shared_ptr<Object> {
    DatasetBuilder b(cancelled);
    for (;;) b.poll();
  };
  const int before = open_descriptors();
  {
    Told told;
    IndexingThread thread(endless, [&] { told.tell(); });
    thread.cancel();
    CHECK_THROWS(thread.take(), "not wanted any more");
    told.wait();
  }
  std::atomic<int> told{0};
  {
    IndexingThread forgotten(endless, [&] { ++told; });
  }
  CHECK_EQ(told.load(), 1);
  CHECK_EQ(open_descriptors(), before);
}

TEST(indexing_thread_that_the_system_refuses) {
  granted_threads() = 0;
  CHECK_THROWS(IndexingThread(of_one, [] {}), "thread");
  granted_threads() = -1;
}

}  // namespace
}  // namespace penstock
