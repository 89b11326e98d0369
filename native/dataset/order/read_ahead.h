// Reads what a reader will need: reader_source.h knows which samples come, the data set knows where their bytes lie.
// Extents of samples that lie close to each other are read together: from object stores into blocks (remote_files.h),
// and from disks, where that is wanted, into the system's memory for files. One thread uses it; `ring` tells it when a
// request is done.
#pragma once
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "dataset/order/block_order.h"
#include "dataset/order/sample_reads.h"
#include "dataset/set/dataset.h"
#include "dataset/stores/remote_files.h"

namespace penstock {

// A sample of the future, and how many samples are given before it and with it.
struct ComingSample {
  int64_t index, ordinal;
};

class ReadAhead {
 public:
  // `ring` is called, on any thread, when that has come for which ready() was false; not after the end of this object.
  // `reads`: which bytes a sample is made of; null where the data set's extents say it. `disks`: files on disks are
  // read ahead too.
  ReadAhead(std::shared_ptr<const Dataset> data, const SampleReads* reads, bool disks, std::function<void()> ring);
  ~ReadAhead();

  // Begins to read the samples.
  void plan(const std::vector<ComingSample>& samples);
  // Begins to read a block of a data set in containers, with ordinals in place of positions.
  void plan(const ComingBlock& block);
  // Bytes that are planned and not given up. Sizes of whole objects are guessed.
  int64_t planned() const { return planned_; }
  // Reads that are planned and not given up.
  int64_t reads() const { return static_cast<int64_t>(held_.size()); }
  // Whether everything has come, or has failed, for all samples up to this ordinal.
  bool ready(int64_t ordinal);
  // Gives up what only samples up to this ordinal need.
  void done(int64_t ordinal);

 private:
  struct Held {
    std::shared_ptr<RemoteFiles::Block> block;  // null on a disk
    int64_t first, last, bytes;
    int64_t number = 0;  // of the request
  };
  // What is shared with the calls of requests that are done.
  struct Signal {
    void came(int64_t first, int64_t number);

    std::mutex mutex;
    std::function<void()> ring;
    // The requests that are not done, each after the ordinal from which on it is needed.
    std::set<std::pair<int64_t, int64_t>> coming;
    int64_t awaited = kNothing;
  };
  static constexpr int64_t kNothing = -1;
  // A range of a file, or with size -1 all of it, and between which ordinals it is needed.
  struct Run {
    int64_t file, offset, size, first, last;
  };
  static bool in_files(const Run& a, const Run& b);
  static bool join(Run& run, const Run& next, int64_t most);
  void append_reads(int64_t sample, std::vector<Extent>& to) const;
  bool share(const Run& run);
  void hold(const Run& run);
  void keep(std::shared_ptr<RemoteFiles::Block> block, const Run& run, int64_t bytes);
  void release(const Held& held);
  // Begins to read a range of a file, or with size -1 all of it; returns the bytes. What cannot be read fails when its
  // sample is read.
  int64_t read_file(int64_t file, const std::string& path, int64_t offset, int64_t size);

  const std::shared_ptr<const Dataset> data_;
  const SampleReads* const reads_;
  const bool disks_;
  const std::shared_ptr<Signal> signal_;
  int64_t open_file_ = -1;  // the file of the descriptor
  int fd_ = -1;
  std::list<Held> held_;
  std::unordered_map<const RemoteFiles::Block*, Held*> by_block_;
  int64_t planned_ = 0, requests_ = 0;
};

}  // namespace penstock
