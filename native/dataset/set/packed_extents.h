// The extents of a data set's parts, in a few bytes each: numbers of 7 bits a byte, in groups of at most 32 parts, of
// which each begins with whole numbers. An extent is found by reading its group up to it.
//
// A part is stored as its size. Its offset is stored only if it is not the one that follows from the part before it and
// the container's spacing. Parts of a sample are kept in the order of their offsets in the first sample, so that
// outputs in another order than the container's cost no more.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "dataset/order/prefetch.h"
#include "dataset/set/growing_buffer.h"
#include "dataset/set/packed_place.h"

namespace penstock {

// A range of bytes of a file. A size of -1 means up to the end of the file.
struct Extent {
  static constexpr int64_t kNoFile = -1;

  int64_t file = kNoFile, offset = 0, size = -1;
  bool missing() const { return file == kNoFile; }
};

// Where a container has its next part: `head` bytes behind the next multiple of `align`.
struct Spacing {
  int64_t align = 1, head = 0;
};

class PackedExtents {
 public:
  // Every `parts` calls of add() make one sample.
  void begin(int parts, Spacing spacing);
  // A missing extent counts as one.
  void add(const Extent& extent);

  int parts() const { return parts_; }
  Extent at(int64_t sample, int part) const;
  // Ask for what at() reads in the processor's caches: for where a group begins, and when that is there for the group.
  void prefetch_begin(int64_t sample) const {
    prefetch_line(groups_.data() + sample / samples_per_group_ * static_cast<int64_t>(sizeof(Group)));
  }
  void prefetch_group(int64_t sample) const {
    constexpr int kLine = 64;
    const uint8_t* at = bytes_.data() + groups_.at<Group>(sample / samples_per_group_).begin;
    prefetch_line(at);
    prefetch_line(at + kLine);
  }
  // Calls visit(extent) for all parts of the samples [begin, end), in the order of their offsets within a sample, which
  // costs much less than at() for each.
  template <class Visit>
  void each(int64_t begin, int64_t end, const Visit& visit) const;
  // Whether parts have sizes: where all have size 0, these are not known.
  bool sized() const { return sized_; }
  // The bytes of a part, with those that the container has around it.
  int64_t taken(const Extent& e) const {
    return (e.size + spacing_.align - 1) / spacing_.align * spacing_.align + spacing_.head;
  }
  // Number of parts of the last sample that are added; 0 when it is whole.
  int pending() const { return static_cast<int>(sample_.size()); }

  const GrowingBuffer& groups() const { return groups_; }
  const GrowingBuffer& bytes() const { return bytes_; }

 private:
  struct Group {
    PackedPlace last;  // the file and the end of the extent in front of the group
    uint64_t begin;    // in bytes_
  };
  // What stands in the low bits of a part's first number, in front of its size.
  enum Kind : uint64_t { kExpected, kElsewhere, kOtherFile, kMissing };
  static constexpr int kKindBits = 2;
  // Containers of records have small ones, which are found sooner in smaller groups.
  static constexpr int kGroupParts = 32, kGroupRecords = 16;

  // Reads the part that follows on another one; `file` and `end` are those of the last that is not missing.
  Extent take(const uint8_t*& at, int64_t& file, int64_t& end) const;
  int64_t expected(int64_t end) const;
  void choose_order();
  void put(const Extent& extent);

  int parts_ = 1;
  bool sized_ = false;
  int64_t samples_per_group_ = kGroupRecords;
  Spacing spacing_;
  std::vector<uint32_t> position_;        // by part: its place within a sample
  std::vector<Extent> sample_, ordered_;  // the sample that is being added
  int64_t count_ = 0;                     // samples
  int64_t file_ = 0, end_ = 0;            // of the last extent that is not missing
  GrowingBuffer groups_, bytes_;
};

template <class Visit>
void PackedExtents::each(int64_t begin, int64_t end, const Visit& visit) const {
  for (int64_t first = begin - begin % samples_per_group_; first < end; first += samples_per_group_) {
    const auto group = groups_.at<Group>(first / samples_per_group_);
    int64_t file = group.last.number(), last = group.last.offset();
    const uint8_t* at = bytes_.data() + group.begin;
    const int64_t stop = std::min(end, first + samples_per_group_) * parts_;
    for (int64_t part = first * parts_; part < stop; ++part) {
      const Extent e = take(at, file, last);
      if (part >= begin * parts_) visit(e);
    }
  }
}

}  // namespace penstock
