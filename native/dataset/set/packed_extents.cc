// See packed_extents.h.
#include "dataset/set/packed_extents.h"

#include <algorithm>
#include <numeric>

#include "core/error.h"
#include "dataset/set/packed_numbers.h"

namespace penstock {

void PackedExtents::begin(int parts, Spacing spacing) {
  // expected() is called for each part of a group that is passed, where a division would take most of the time.
  if (spacing.align & (spacing.align - 1)) fail(ErrorCode::INTERNAL, "the alignment is no power of two");
  parts_ = parts;
  spacing_ = spacing;
  samples_per_group_ = parts == 1 ? kGroupRecords : std::max(1, kGroupParts / parts);
}

inline int64_t PackedExtents::expected(int64_t end) const {
  return ((end + spacing_.align - 1) & -spacing_.align) + spacing_.head;
}

void PackedExtents::add(const Extent& extent) {
  sample_.push_back(extent);
  sized_ = sized_ || extent.size > 0;
  if (static_cast<int>(sample_.size()) < parts_) return;
  if (count_ == 0) choose_order();
  if (count_ % samples_per_group_ == 0) {
    end_ = std::min(end_, PackedPlace::kOffsets);
    groups_.push(Group{PackedPlace(file_, end_), bytes_.size()});
  }
  ordered_.resize(sample_.size());
  for (size_t part = 0; part < sample_.size(); ++part) ordered_[position_[part]] = sample_[part];
  for (const Extent& one : ordered_) put(one);
  ++count_;
  sample_.clear();
}

// Parts that are missing in the first sample come last.
void PackedExtents::choose_order() {
  std::vector<int> order(static_cast<size_t>(parts_));
  std::iota(order.begin(), order.end(), 0);
  const auto place = [&](int part) {
    const Extent& e = sample_[static_cast<size_t>(part)];
    return e.missing() ? INT64_MAX : e.offset;
  };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return place(a) < place(b); });
  position_.resize(order.size());
  for (size_t i = 0; i < order.size(); ++i) position_[static_cast<size_t>(order[i])] = static_cast<uint32_t>(i);
}

void PackedExtents::put(const Extent& e) {
  if (e.missing()) return put_number(bytes_, kMissing);
  const int64_t gap = e.offset - expected(e.file == file_ ? end_ : 0);
  const Kind kind = e.file != file_ ? kOtherFile : gap ? kElsewhere : kExpected;
  put_number(bytes_, static_cast<uint64_t>(e.size) << kKindBits | kind);
  if (kind == kOtherFile) put_number(bytes_, folded(e.file - file_));
  if (kind != kExpected) put_number(bytes_, folded(gap));
  file_ = e.file;
  end_ = e.offset + e.size;
}

Extent PackedExtents::take(const uint8_t*& at, int64_t& file, int64_t& end) const {
  const uint64_t number = take_number(at);
  const auto kind = static_cast<Kind>(number & ((1 << kKindBits) - 1));
  if (kind == kMissing) return {};
  if (kind == kOtherFile) {
    file += unfolded(take_number(at));
    end = 0;
  }
  const int64_t offset = expected(end) + (kind == kExpected ? 0 : unfolded(take_number(at)));
  const auto size = static_cast<int64_t>(number >> kKindBits);
  end = offset + size;
  return {file, offset, size};
}

Extent PackedExtents::at(int64_t sample, int part) const {
  const auto group = groups_.at<Group>(sample / samples_per_group_);
  int64_t left = sample % samples_per_group_ * parts_ + position_[static_cast<size_t>(part)];
  int64_t file = group.last.number(), end = group.last.offset();
  for (const uint8_t* at = bytes_.data() + group.begin;; --left) {
    const Extent e = take(at, file, end);
    if (left == 0) return e;
  }
}

}  // namespace penstock
