// See index_text.h.
#include "ops/readers_mds/index_text.h"

#include "core/error.h"
#include "dataset/files/byte_stream.h"

namespace penstock::ops {
namespace {

constexpr Wanted kIndex{"path", "an index.json of MDS shards"};
// An index of 100,000 shards has 60 MB. Its values take several times as much while it is read.
constexpr size_t kMaxIndex = size_t{1} << 27;

}  // namespace

std::string index_file(const std::string& path) {
  constexpr std::string_view kEnding = ".json";
  if (path.size() > kEnding.size() && path.compare(path.size() - kEnding.size(), kEnding.size(), kEnding) == 0) {
    return path;
  }
  return path + (path.back() == '/' ? "" : "/") + "index.json";
}

[[noreturn]] void damaged_index(const std::string& path, const std::string& what) {
  throw Error(
      ErrorCode::FILE_UNREADABLE,
      "Expected an index.json of MDS shards for path but '" + shown_path(path) + "' is none, or damaged: " + what,
      "path names the folder in which MosaicML's MDSWriter has written index.json, or that file");
}

std::vector<MdsEntry> read_index(const std::string& path, const DatasetBuilder& builder) {
  FileStream stream(path, kIndex, builder);
  std::string text;
  std::vector<uint8_t> part(size_t{1} << 18);
  while (const size_t count = stream.read(part.data(), part.size())) {
    text.append(reinterpret_cast<const char*>(part.data()), count);
    if (text.size() > kMaxIndex) damaged_index(path, "it has more than " + std::to_string(kMaxIndex) + " bytes");
  }
  try {
    return parse_index(text);
  } catch (const MdsFault& fault) {
    damaged_index(path, fault.what());
  }
}

}  // namespace penstock::ops
