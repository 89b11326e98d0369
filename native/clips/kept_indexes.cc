// See kept_indexes.h.
#include "clips/kept_indexes.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "clips/stored.h"
#include "clips/video_list.h"
#include "core/crc.h"
#include "core/running.h"
#include "dataset/files/paths.h"
#include "dataset/set/index_file.h"
#include "dataset/set/reader_op.h"
#include "dataset/stores/signed_url.h"
#include "formats/video/library.h"

namespace penstock::clips {
namespace {

constexpr const char* kArgument = "indexPath";
// The number grows with each change of an entry, and of what an index says of a video.
constexpr std::string_view kKind = "penstock videos ", kMark = "penstock videos 2\n";

struct EntryHead {
  Hash128 name, version;
  int64_t bytes;  // that follow
  uint32_t sum, padding;
};

Hash128 hash_of(std::string_view text) { return sip_hash(text.data(), text.size(), 0, 0); }

uint32_t sum_of(EntryHead head, const char* packed) {
  head.sum = 0;
  uint8_t bytes[sizeof head];
  std::memcpy(bytes, &head, sizeof head);
  return crc32(crc32(0, bytes, sizeof bytes), reinterpret_cast<const uint8_t*>(packed),
               static_cast<size_t>(head.bytes));
}

EntryHead head_of(const std::string& entry) {
  EntryHead head;
  std::memcpy(&head, entry.data(), sizeof head);
  return head;
}

}  // namespace

std::string pack_index(const video::VideoIndex& index) {
  std::string packed = pack_packets(index);
  const StoredVideo facts = facts_of(index, 0, 0);
  return std::string(reinterpret_cast<const char*>(&facts), sizeof facts) + packed;
}

std::shared_ptr<const video::VideoIndex> unpack_kept(std::string_view packed) {
  StoredVideo facts;
  if (packed.size() < sizeof facts) return nullptr;
  std::memcpy(&facts, packed.data(), sizeof facts);
  const auto* begin = reinterpret_cast<const uint8_t*>(packed.data()) + sizeof facts;
  const auto* end = reinterpret_cast<const uint8_t*>(packed.data()) + packed.size();
  return unpack_packets(facts, begin, end);
}

KeptIndexes::KeptIndexes(std::string_view file, const std::vector<std::string>& paths, bool sound,
                         const DatasetBuilder& builder)
    : file_(file), paths_(paths), sound_(sound), builder_(builder), asked_(paths.size()) {
  check_path(kArgument, file_);
  if (is_remote(file_)) {
    refuse(std::string("Expected a path on a disk for ") + kArgument + " but received " + shown_path(file_),
           "An index is written: give a file of this machine, for videos of stores too");
  }
  struct stat st;
  if (stat(file_.c_str(), &st) == 0) {
    if (!S_ISREG(st.st_mode)) {
      refuse(std::string("Expected a file for ") + kArgument + " but '" + file_ + "' is none",
             "Give a name in a folder");
    }
    open();
    return;
  }
  const std::string folder = folder_of(file_);
  if (stat(folder.empty() ? "." : folder.c_str(), &st) == 0 && S_ISDIR(st.st_mode)) return;
  throw Error(
      ErrorCode::FILE_NOT_FOUND,
      std::string("Expected a file in a folder for ") + kArgument + " but the folder of '" + file_ + "' does not exist",
      "Make the folder");
}

void KeptIndexes::open() {
  old_.emplace(file_, true);
  if (old_->size() == 0) return;
  char mark[kMark.size()] = {};
  old_->read(0, reinterpret_cast<uint8_t*>(mark), std::min<int64_t>(old_->size(), sizeof mark));
  if (std::string_view(mark, kKind.size()) != kKind) {
    refuse(std::string("Expected an index of videos, or a new file, for ") + kArgument + " but '" + file_ +
               "' is another file",
           "Give a name that no other file has: the index is written there");
  }
  // Another version has written it.
  if (std::string_view(mark, sizeof mark) != kMark) return;
  EntryHead head;
  for (int64_t at = sizeof mark; old_->size() - at >= static_cast<int64_t>(sizeof head);) {
    builder_.poll();
    old_->read(at, reinterpret_cast<uint8_t*>(&head), sizeof head);
    const int64_t left = old_->size() - at - static_cast<int64_t>(sizeof head);
    if (head.bytes < 0 || head.bytes > left) return;
    places_.emplace(head.name, at);
    at += static_cast<int64_t>(sizeof head) + head.bytes;
  }
}

// Finds out the name and the version of a video; false where it has none.
bool KeptIndexes::look_up(size_t number, int64_t& bytes) {
  const std::string& path = paths_[number];
  Asked& asked = asked_[number];
  std::string version;
  struct stat st;
  if (is_remote(path)) {
    version = builder_.remote().version(path);
    // A store that gives no names of versions does not say when an object has changed.
    if (version[0] == ' ') return false;
    bytes = builder_.remote().size(path);
  } else {
    if (stat(path.c_str(), &st) != 0) return false;
    bytes = st.st_size;
    version = std::to_string(st.st_size) + ' ' + std::to_string(st.st_mtim.tv_sec) + ' ' +
              std::to_string(st.st_mtim.tv_nsec) + '\n';
  }
  asked.name = hash_of(unsigned_url(path));
  asked.version = hash_of(version + video::plugin().built_with);
  return asked.known = true;
}

// Reads an entry; false for one that is damaged.
bool KeptIndexes::read(int64_t at, std::string& entry) const {
  EntryHead head;
  try {
    old_->read(at, reinterpret_cast<uint8_t*>(&head), sizeof head);
    if (head.bytes < 0 || head.bytes > old_->size() - at) return false;
    entry.resize(sizeof head + static_cast<size_t>(head.bytes));
    old_->read(at, reinterpret_cast<uint8_t*>(entry.data()), static_cast<int64_t>(entry.size()));
  } catch (const Error&) {
    return false;
  }
  return head_of(entry).bytes == head.bytes && head.sum == sum_of(head, entry.data() + sizeof head);
}

bool KeptIndexes::find(size_t number, std::shared_ptr<const video::VideoIndex>& index, int64_t& bytes) {
  if (!look_up(number, bytes)) return false;
  const auto place = places_.find(asked_[number].name);
  std::string entry;
  if (place == places_.end() || !read(place->second, entry)) return false;
  if (!(head_of(entry).version == asked_[number].version)) return false;
  index = unpack_kept(std::string_view(entry).substr(sizeof(EntryHead)));
  if (index && sound_ && !index->sound.listed) index = nullptr;
  return index != nullptr;
}

void KeptIndexes::add(size_t number, const video::VideoIndex& index) {
  Asked& asked = asked_[number];
  if (!asked.known) return;
  const std::string packed = pack_index(index);
  EntryHead head{asked.name, asked.version, static_cast<int64_t>(packed.size()), 0, 0};
  head.sum = sum_of(head, packed.data());
  asked.fresh = std::string(reinterpret_cast<const char*>(&head), sizeof head) + packed;
}

void KeptIndexes::write() const {
  std::unordered_map<Hash128, const std::string*, HashOf> fresh;
  for (const Asked& asked : asked_) {
    if (!asked.fresh.empty()) fresh[asked.name] = &asked.fresh;
  }
  if (fresh.empty()) return;
  char suffix[64];
  std::snprintf(suffix, sizeof suffix, ".%ld.%llx.part", static_cast<long>(getpid()),
                static_cast<unsigned long long>(now_ns()));
  const std::string part = file_ + suffix;
  try {
    IndexFile to(part);
    to.add(kMark);
    std::string entry;
    for (const auto& [name, at] : places_) {
      builder_.poll();
      if (!fresh.count(name) && read(at, entry)) to.add(entry);
    }
    for (const Asked& asked : asked_) {
      if (!asked.fresh.empty() && fresh[asked.name] == &asked.fresh) to.add(asked.fresh);
    }
    to.finish();
  } catch (const Error&) {
    return;
  }
  if (std::rename(part.c_str(), file_.c_str()) != 0) unlink(part.c_str());
}

}  // namespace penstock::clips
