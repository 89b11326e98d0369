// Listing videos by several threads, and the file that keeps their indexes: what comes back of it, and that nothing
// comes of one that is damaged, cut off or of another kind.
#include "clips/kept_indexes.h"

#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "clips/video_indexes.h"
#include "core/rng.h"
#include "test/video_fixture.h"

namespace penstock::test {
namespace {

using clips::KeptIndexes;

const std::atomic<bool> kNever{false};

video::VideoIndex made_index(uint32_t seed, int packets) {
  Rng rng(seed, 0, 0, 0);
  video::VideoIndex index;
  index.width = 320;
  index.height = 240;
  index.orientation = 6;
  index.time_den = 12800;
  int64_t position = 48;
  for (int i = 0; i < packets; ++i) {
    const auto size = static_cast<int32_t>(1 + rng.below(90000));
    index.packets.push_back({512 * (i ^ 1), position, size, i % 12 == 0, true, i % 3 == 2});
    position += size + static_cast<int64_t>(rng.below(2)) * 300;
  }
  index.arrange();
  return index;
}

bool same(const video::VideoIndex& a, const video::VideoIndex& b) {
  return clips::pack_index(a) == clips::pack_index(b) && a.frames == b.frames && a.starts == b.starts &&
         a.timed == b.timed && a.reorder == b.reorder;
}

struct TempFolder {
  TempFolder() { CHECK(mkdtemp(name.data()) != nullptr); }
  ~TempFolder() { std::filesystem::remove_all(name); }
  const std::string& path() const { return name; }
  std::string name = std::filesystem::temp_directory_path() / "penstock-kept-XXXXXX";
};

// Four files and a file that keeps the indexes of three, as numbers 0 to 2.
struct Kept {
  Kept() {
    for (int i = 0; i < 4; ++i) {
      paths.push_back(folder.path() + "/" + std::to_string(i) + ".mp4");
      std::ofstream(paths.back()) << "video " << i;
      indexes.push_back(made_index(static_cast<uint32_t>(i), 20 + 5 * i));
    }
    KeptIndexes kept(file, paths, false, builder);
    std::shared_ptr<const video::VideoIndex> index;
    int64_t bytes = 0;
    for (size_t i = 0; i < 3; ++i) {
      CHECK(!kept.find(i, index, bytes));
      kept.add(i, indexes[i]);
    }
    kept.write();
    whole = read_whole(file);
  }
  // How many of the indexes are found; those are the right ones.
  int found(const std::vector<uint8_t>& content) const {
    std::ofstream(file, std::ios::binary)
        .write(reinterpret_cast<const char*>(content.data()), static_cast<std::streamsize>(content.size()));
    KeptIndexes kept(file, paths, false, builder);
    int count = 0;
    for (size_t i = 0; i < paths.size(); ++i) {
      std::shared_ptr<const video::VideoIndex> index;
      int64_t bytes = 0;
      if (!kept.find(i, index, bytes)) continue;
      CHECK(same(*index, indexes[i]));
      CHECK_EQ(bytes, 7);
      ++count;
    }
    return count;
  }
  int64_t files() const {
    return std::distance(std::filesystem::directory_iterator(folder.path()), std::filesystem::directory_iterator());
  }

  TempFolder folder;
  const std::string file = folder.path() + "/videos.idx";
  std::vector<std::string> paths;
  std::vector<video::VideoIndex> indexes;
  const DatasetBuilder builder{kNever};
  std::vector<uint8_t> whole;
};

}  // namespace

TEST(video_indexes_of_any_number_of_threads) {
  need_video_plugin();
  std::vector<std::string> paths;
  for (int i = 0; i < 3; ++i) {
    for (const Json& golden : video_goldens()) paths.push_back("data/videos/" + golden["name"].get<std::string>());
    for (const char* bad : {"CMakeLists.txt", "data/videos/sound_only.mp4", "data/videos/none.mp4"})
      paths.push_back(bad);
  }
  std::vector<std::string> first;
  for (const int threads : {1, 2, 4}) {
    auto progress = std::make_shared<IndexProgress>(true);
    DatasetBuilder builder(kNever, {}, progress, threads);
    progress->expect(paths);
    clips::VideoIndexes indexes(paths, std::nullopt, 0, false, builder);
    std::vector<std::string> found;
    for (size_t i = 0; i < paths.size(); ++i) {
      const clips::FoundVideo video = indexes.next();
      found.push_back(std::to_string(video.bytes) +
                      (video.fault ? video.fault->message : clips::pack_index(*video.index)));
    }
    if (threads == 1) first = found;
    CHECK(found == first);
    const IndexProgress::State state = progress->state();
    // Those that do not exist are never begun.
    CHECK_EQ(state.files_done, static_cast<int64_t>(paths.size()) - 3);
    CHECK_EQ(state.bytes_done, state.bytes);
    CHECK(state.sized);
  }
}

TEST(kept_indexes_come_back) {
  need_video_plugin();
  const Kept kept;
  CHECK_EQ(kept.found(kept.whole), 3);
  CHECK_EQ(kept.files(), 5);
}

TEST(kept_indexes_of_changed_videos_do_not_come_back) {
  need_video_plugin();
  Kept kept;
  std::filesystem::last_write_time(kept.paths[1],
                                   std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
  CHECK_EQ(kept.found(kept.whole), 2);
  std::ofstream(kept.paths[2]) << "another video";
  CHECK_EQ(kept.found(kept.whole), 1);
  std::filesystem::remove(kept.paths[0]);
  CHECK_EQ(kept.found(kept.whole), 0);
}

TEST(kept_indexes_that_are_damaged_count_as_none) {
  need_video_plugin();
  const Kept kept;
  for (size_t at = 16; at < kept.whole.size(); ++at) {
    std::vector<uint8_t> content = kept.whole;
    content[at] ^= static_cast<uint8_t>(1 << at % 8);
    CHECK(kept.found(content) < 3);
  }
  for (size_t size = 0; size < kept.whole.size(); size += 1 + size % 7) {
    if (size > 0 && size < 16) continue;
    CHECK(kept.found({kept.whole.begin(), kept.whole.begin() + static_cast<std::ptrdiff_t>(size)}) < 3);
  }
}

TEST(kept_indexes_are_bytes_that_nobody_has_checked) {
  need_video_plugin();
  Rng rng(7, 0, 0, 0);
  const std::string packed = clips::pack_index(made_index(3, 40));
  CHECK(same(*clips::unpack_kept(packed), made_index(3, 40)));
  for (int i = 0; i < rounds(4000, 1000); ++i) {
    std::string bytes =
        packed.substr(0, rng.below(8) ? packed.size() : rng.below(static_cast<uint32_t>(packed.size())));
    for (int flips = 0; flips < 3 && !bytes.empty(); ++flips) {
      bytes[rng.below(static_cast<uint32_t>(bytes.size()))] = static_cast<char>(rng.below(256));
    }
    const auto index = clips::unpack_kept(bytes);
    if (!index) continue;
    CHECK(index->packets.size() <= bytes.size() / 3);
    for (const int32_t frame : index->frames) CHECK(static_cast<size_t>(frame) < index->packets.size());
  }
}

TEST(kept_indexes_refuse_other_files) {
  need_video_plugin();
  const Kept kept;
  CHECK_THROWS(KeptIndexes(kept.paths[0], kept.paths, false, kept.builder), "is another file");
  CHECK_THROWS(KeptIndexes(kept.folder.path(), kept.paths, false, kept.builder), "is none");
  CHECK_THROWS(KeptIndexes(kept.folder.path() + "/no/x", kept.paths, false, kept.builder), "does not exist");
  CHECK_THROWS(KeptIndexes("s3://bucket/x", kept.paths, false, kept.builder), "a path on a disk");
}

TEST(kept_indexes_that_cannot_be_written_leave_the_old_ones) {
  need_video_plugin();
  const Kept kept;
  KeptIndexes more(kept.file, kept.paths, false, kept.builder);
  std::shared_ptr<const video::VideoIndex> index;
  int64_t bytes = 0;
  CHECK(!more.find(3, index, bytes));
  more.add(3, kept.indexes[3]);
  // As a full disk does.
  const auto before = std::signal(SIGXFSZ, SIG_IGN);
  rlimit limit{}, small{};
  CHECK_EQ(getrlimit(RLIMIT_FSIZE, &limit), 0);
  small = limit;
  small.rlim_cur = 100;
  CHECK_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  more.write();
  setrlimit(RLIMIT_FSIZE, &limit);
  std::signal(SIGXFSZ, before);
  CHECK(read_whole(kept.file) == kept.whole);
  CHECK_EQ(kept.files(), 5);
  more.write();
  CHECK_EQ(kept.found(read_whole(kept.file)), 4);
}

}  // namespace penstock::test
