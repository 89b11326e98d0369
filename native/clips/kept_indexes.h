// A file that keeps the indexes of videos for later listings: an entry for each, with a hash over the video's name, one
// over its version (size and time of change, or what a store calls it) and over what has listed it, and a checksum. A
// damaged entry counts as none. The file is written anew beside itself and renamed, so others read the old one or the
// new one; entries of videos that a listing does not name stay.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/sip_hash.h"
#include "dataset/files/open_files.h"
#include "dataset/set/builder.h"
#include "formats/video/index.h"

namespace penstock::clips {

class KeptIndexes {
 public:
  // Both references must outlive the object. `sound`: an entry without that of the video counts as none. Throws
  // INVALID_ARGUMENT for a URL, a folder and a file of another kind, FILE_NOT_FOUND where there is no such folder, and
  // FILE_UNREADABLE.
  KeptIndexes(std::string_view file, const std::vector<std::string>& paths, bool sound, const DatasetBuilder& builder);

  // The index of a path, by its number, and the bytes of the video; false where it is not kept. Threads may call it for
  // different paths.
  bool find(size_t number, std::shared_ptr<const video::VideoIndex>& index, int64_t& bytes);
  // The index of a path that find() has looked for in vain, likewise.
  void add(size_t number, const video::VideoIndex& index);
  // Writes the file if add() was called. That it cannot be written, as on a full disk, is no failure: the next listing
  // does without.
  void write() const;

 private:
  struct Asked {
    Hash128 name, version;
    bool known = false;  // its version is
    std::string fresh;   // the entry that add() has made
  };
  struct HashOf {
    size_t operator()(const Hash128& h) const { return h.low; }
  };

  void open();
  bool look_up(size_t number, int64_t& bytes);
  bool read(int64_t at, std::string& entry) const;

  const std::string file_;
  const std::vector<std::string>& paths_;
  const bool sound_;
  const DatasetBuilder& builder_;
  std::optional<OpenFile> old_;
  std::unordered_map<Hash128, int64_t, HashOf> places_;  // of the old file's entries, by the names of videos
  std::vector<Asked> asked_;
};

// What the file has of a video, all but its names, and back; null for bytes that are none.
std::string pack_index(const video::VideoIndex& index);
std::shared_ptr<const video::VideoIndex> unpack_kept(std::string_view packed);

}  // namespace penstock::clips
