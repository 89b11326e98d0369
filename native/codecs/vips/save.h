// Encodes images with libvips, for the formats that it writes.
#pragma once
#include "codecs/raw_image.h"
#include "codecs/vips/library.h"

namespace penstock::codecs::vips {

// An image over the caller's pixels, which are dense, and the file that is made of it. It owns both on libvips' side.
class Save {
 public:
  // `what` is for the error without libvips: "encode PNG". Throws UNSUPPORTED.
  Save(const RawImage& pixels, const char* what);
  ~Save();
  Save(const Save&) = delete;
  Save& operator=(const Save&) = delete;

  // Calls the operation with its options, and copies the file into the scratch memory. Throws INTERNAL when libvips
  // refuses the image.
  template <class... Options>
  Bytes to(Scratch& scratch, const Saver& saver, Options... options) {
    return finish(scratch, saver.function()(image_, &data_, &size_, options..., nullptr) == 0);
  }

 private:
  Bytes finish(Scratch&, bool good);

  const Library& library_;
  const char* what_;
  Image* image_ = nullptr;
  void* data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace penstock::codecs::vips
