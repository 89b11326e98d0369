// Containers that stay open: what is asked for in the processor's caches is no read, so nothing of it fails.
#include "dataset/files/open_files.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "dataset/files/bus_guard.h"
#include "dataset/set/builder.h"
#include "test.h"

namespace penstock {
namespace {

const std::atomic<bool> kNever{false};

TEST(open_files_prefetch_reads_nothing) {
  char folder[] = "/tmp/penstock-open-XXXXXX";
  CHECK(mkdtemp(folder) != nullptr);
  const std::string path = std::string(folder) + "/a.tar", gone = std::string(folder) + "/gone.tar";
  FILE* file = std::fopen(path.c_str(), "wb");
  for (int i = 0; i < 5000; ++i) std::fputc(i & 255, file);
  std::fclose(file);
  DatasetBuilder b(kNever);
  b.use_parts(2, {1, 0});
  const int64_t first = b.add_path(path), second = b.add_path(gone);
  for (int i = 0; i < 40; ++i) {
    b.add_part(i % 3 ? first : second, i * 311, 200);  // some lie after the file's end
    b.add_missing_part();
  }
  b.add_missing_part();
  b.add_part(first, 0, 1000);
  const auto data = b.finish();
  const auto number = [&](int i) { return i * 23 % data->count(); };
  const auto extent = [&](int i) { return data->extent(number(i), i % 2); };
  const int samples = static_cast<int>(data->count());
  data->prefetch(samples, [&](int i) { return data->member(number(i)); });
  const OpenFiles mapped(true), plain(false);
  // None is open, and none is opened.
  for (const OpenFiles* files : {&mapped, &plain}) files->prefetch(samples, extent);
  CHECK_EQ(test::error_of([&] { mapped.get(*data, second); }).substr(0, 14), std::string("FILE_NOT_FOUND"));
  const auto open = mapped.get(*data, first);
  plain.get(*data, first);
  for (const OpenFiles* files : {&mapped, &plain}) files->prefetch(samples, extent);
  // The file is shorter than its mapping now.
  CHECK_EQ(truncate(path.c_str(), 10), 0);
  mapped.prefetch(samples, extent);
  uint8_t byte = 0;
  open->read(7, &byte, 1);
  CHECK_EQ(static_cast<int>(byte), 7);
  unlink(path.c_str());
  rmdir(folder);
}

int open_descriptors() {
  DIR* folder = opendir("/proc/self/fd");
  int count = 0;
  while (readdir(folder)) ++count;
  closedir(folder);
  return count;
}

TEST(open_files_share_the_limit_of_the_process) {
  constexpr int kSets = 48, kFiles = 16;
  char folder[] = "/tmp/penstock-open-XXXXXX";
  CHECK(mkdtemp(folder) != nullptr);
  std::vector<std::string> paths;
  DatasetBuilder b(kNever);
  b.use_parts(1, {1});
  for (int i = 0; i < kFiles; ++i) {
    paths.push_back(std::string(folder) + "/" + std::to_string(i));
    FILE* file = std::fopen(paths.back().c_str(), "wb");
    std::fputc(i, file);
    std::fclose(file);
    b.add_part(b.add_path(paths.back()), 0, 1);
  }
  const auto data = b.finish();
  const int before = open_descriptors();
  const auto read_all = [&](const OpenFiles& files) {
    for (int i = 0; i < kFiles; ++i) {
      uint8_t byte = 255;
      files.get(*data, data->extent(i).file)->read(0, &byte, 1);
      CHECK_EQ(static_cast<int>(byte), i);
    }
  };
  {
    std::vector<std::unique_ptr<OpenFiles>> sets;
    for (int i = 0; i < kSets; ++i) sets.push_back(std::make_unique<OpenFiles>(false));
    for (int round = 0; round < 2; ++round) {
      for (const auto& files : sets) read_all(*files);
    }
    // Without a common limit they would have all files open, 768.
    CHECK(open_descriptors() - before <= 256);
    sets.resize(1);
    read_all(*sets.front());
    CHECK_EQ(open_descriptors() - before, kFiles);
  }
  CHECK_EQ(open_descriptors(), before);
  for (const std::string& path : paths) unlink(path.c_str());
  rmdir(folder);
}

// An output of no bytes has no address, and memcpy() must not get it: the sanitizer sees that.
TEST(open_files_copy_no_bytes_to_nowhere) { CHECK(copy_mapped(nullptr, reinterpret_cast<const uint8_t*>("x"), 0)); }

}  // namespace
}  // namespace penstock
