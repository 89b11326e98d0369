// See save.h. The image carries no metadata, so the file has none.
#include "codecs/vips/save.h"

#include <cstring>
#include <memory>

#include "core/scratch.h"

namespace penstock::codecs::vips {
namespace {

// Without it libvips would guess by the number of channels, and take four of them for CMYK.
int interpretation_of(const RawImage& image) {
  if (image.channels < 3) return image.bits == 16 ? kInterpretationGrey16 : kInterpretationGrey;
  return image.bits == 16 ? kInterpretationRgb16 : kInterpretationRgb;
}

[[noreturn]] void fail_save(const Library& v, const char* what) {
  std::string text;
  if (char* copy = v.error_buffer_copy()) {
    const std::unique_ptr<char, void (*)(void*)> owned(copy, v.free_text);
    text = copy;
  }
  text = text.substr(0, text.find('\n'));
  fail(ErrorCode::INTERNAL, "Expected libvips to %s but received: %s", what,
       text.empty() ? "no reason given" : text.c_str());
}

}  // namespace

Save::Save(const RawImage& pixels, const char* what) : library_(library(what)), what_(what) {
  const int format = pixels.bits == 16 ? kFormatUshort : kFormatUchar;
  Image* const plain = library_.image_new_from_memory(pixels.data, pixels.stride * static_cast<size_t>(pixels.h),
                                                      pixels.w, pixels.h, pixels.channels, format);
  if (!plain) fail_save(library_, what);
  const int failed = library_.copy(plain, &image_, "interpretation", interpretation_of(pixels), nullptr);
  library_.object_unref(plain);
  if (failed) fail_save(library_, what);
}

Save::~Save() {
  if (data_) library_.free_text(data_);
  library_.object_unref(image_);
}

Bytes Save::finish(Scratch& scratch, bool good) {
  if (!good) fail_save(library_, what_);
  auto* file = scratch.get<uint8_t>(size_);
  std::memcpy(file, data_, size_);
  return {file, size_};
}

}  // namespace penstock::codecs::vips
