// The bytes of a part of a sample, in a file that is open.
#pragma once
#include <memory>

#include "core/record_source.h"
#include "dataset/files/open_files.h"
#include "dataset/order/sample_at_hand.h"

namespace penstock {

// A part of a sample, in a file of OpenFiles; all of the file where the sample is a whole one.
class ExtentSource : public RecordSource {
 public:
  // Throws FILE_NOT_FOUND or FILE_UNREADABLE, also when the file ends before the part does.
  ExtentSource(const Dataset& data, const OpenFiles& files, int64_t sample, int part = 0)
      : extent_(look_up(data, sample, part)), file_(files.get(data, extent_.file)) {
    file_->check_range(extent_.offset, extent_.size < 0 ? 0 : extent_.size);
  }
  int64_t size() const final { return extent_.size < 0 ? file_->size() - extent_.offset : extent_.size; }
  void copy(int64_t from, uint8_t* to, int64_t count) const final { file_->read(extent_.offset + from, to, count); }
  bool in_place(int64_t from, int64_t count, const std::function<void(const uint8_t*)>& work) const final {
    return file_->in_place(extent_.offset + from, count, work);
  }

 protected:
  const Dataset::Extent extent_;
  const std::shared_ptr<const OpenFile> file_;

 private:
  static Extent look_up(const Dataset& data, int64_t sample, int part) {
    const Extent* known = part == 0 ? SampleAtHand::find(sample) : nullptr;
    return known ? *known : data.extent(sample, part);
  }
};

}  // namespace penstock
