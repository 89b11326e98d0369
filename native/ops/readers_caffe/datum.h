// Parses a Datum of Caffe, a protobuf message with an image and its label.
#pragma once
#include <cstdint>

#include "core/tensor.h"
#include "dataset/containers/protobuf.h"

namespace penstock::ops {

struct Datum {
  // Throws RecordFault.
  explicit Datum(const RecordSource& source);

  // The shape of the image: that of a raw image, or its bytes. Throws RecordFault when the bytes are not as many.
  Shape shape() const;

  // Whether the bytes are as many as those of a raw image of these extents. `encoded` is missing in some that are one.
  bool is_raw() const;

  int64_t begin = 0, size = 0;  // the image's bytes
  bool has_label = false;
  int32_t label = 0;

 private:
  int64_t channels_ = 0, height_ = 0, width_ = 0;
  bool has_data_ = false, encoded_ = true;
};

}  // namespace penstock::ops
