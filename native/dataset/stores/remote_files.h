// The objects of stores that a data set's files are: their versions, which stay those of the first answer, and the
// bytes that were asked for ahead. All threads use it. It lives as long as its data set.
//
// A read takes its bytes from a block that was asked for ahead where there is one, and otherwise asks and waits. Blocks
// belong to those who have planned them (read_ahead.h), and go with the last of them.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "dataset/stores/kept_parts.h"
#include "dataset/stores/object_store.h"

namespace penstock {

class RemoteFiles {
 public:
  // Called every now and then by a thread that waits; what it throws ends the wait.
  using Poll = std::function<void()>;

  // `options`: for the client, with each request.
  explicit RemoteFiles(std::string options);
  ~RemoteFiles();
  RemoteFiles(const RemoteFiles&) = delete;
  RemoteFiles& operator=(const RemoteFiles&) = delete;

  // The bytes of an object in a store. All throw FILE_NOT_FOUND and FILE_UNREADABLE, also when it has changed since the
  // first answer.
  int64_t size(const std::string& url, const Poll& poll = {});
  // Asks for the versions of these objects, all at one time, where they are not known.
  void pin(const std::vector<std::string>& urls, const Poll& poll);
  // Appends the sizes of these objects, of which all are asked at one time, without those that cannot be read.
  void add_sizes(const std::vector<std::string>& urls, std::vector<int64_t>& to, const Poll& poll);
  // A text that differs for two versions of an object.
  std::string version(const std::string& url) const;
  // Returns up to `size` bytes from `offset` on: fewer where the object ends before.
  std::vector<uint8_t> read(const std::string& url, int64_t offset, int64_t size, const Poll& poll = {});
  // Reads parts of objects as read() does, of which all are asked for at one time.
  struct Range {
    std::string url;
    int64_t offset, size;
  };
  std::vector<std::vector<uint8_t>> read_all(const std::vector<Range>& ranges, const Poll& poll);
  std::vector<uint8_t> read_whole(const std::string& url, const Poll& poll = {});
  // The names in a folder, a line each: "d NAME" for a folder, "f NAME" for an object. Fetch::page: only some.
  std::string list(const std::string& url, const Poll& poll = {}, Fetch::Kind kind = Fetch::list);

  // Reads of samples, by the number of the file in the data set. They use blocks.
  int64_t size(int64_t file, const std::string& url);
  void read(int64_t file, const std::string& url, int64_t offset, uint8_t* to, int64_t size);
  int64_t whole_size(int64_t file, const std::string& url);
  void read_whole(int64_t file, const std::string& url, uint8_t* to, int64_t size);

  // A range of an object that was asked for, or all of it: then `size` is -1.
  struct Block {
    int64_t file = 0, offset = 0, size = -1;
    std::shared_ptr<Fetch> fetch;
    int users = 0;
  };
  using Blocks = std::multimap<std::pair<int64_t, int64_t>, std::shared_ptr<Block>>;

  // Returns the block that has this range and counts one user more; null where there is none.
  std::shared_ptr<Block> share(int64_t file, int64_t offset, int64_t size);
  // Does that too, but begins to read the block where there is none.
  std::shared_ptr<Block> hold(int64_t file, const std::string& url, int64_t offset, int64_t size);
  void release(const std::shared_ptr<Block>& block);
  // Whether the range needs no block, because the client's cache has it on the disk.
  bool kept(int64_t file, int64_t offset, int64_t size) const { return kept_.has(file, offset, size); }
  // The mean size of the whole objects so far.
  int64_t usual_size() const;

 private:
  struct Version {
    std::string tag;
    int64_t size = -1;
  };
  static constexpr size_t kMaxSpare = 32;

  std::shared_ptr<Fetch> begin(const std::string& url, int64_t offset, int64_t size, bool urgent, Fetch::Kind kind,
                               bool fresh = false);
  // Waits for the answer, and checks that the object has the size that is known; its client has compared the versions.
  void settle(const std::string& url, const Fetch& fetch, const Poll& poll);
  // The bytes of a range that was asked for, once they have come.
  std::vector<uint8_t> bytes_of(const Range& range, const Fetch& fetch, const Poll& poll);
  Version known(const std::string& url) const;
  bool kept_fits(const std::string& url, const Fetch& fetch) const;
  std::shared_ptr<Block> find(int64_t file, int64_t offset, int64_t size) const;
  std::shared_ptr<Block> whole(int64_t file, const std::string& url);

  const std::string options_;
  const int64_t set_;
  mutable std::mutex mutex_;
  std::unordered_map<std::string, Version> versions_;
  Blocks blocks_;
  KeptParts kept_;
  // Whole objects that a sample's setup() has read and its run() has not, without a plan.
  std::vector<std::shared_ptr<Block>> spare_;
  int64_t whole_bytes_ = 0, whole_count_ = 0;
};

}  // namespace penstock
