// Pixels by libvips, for the formats that it decodes. Their headers are read by code of our own, which allocates
// nothing.
#pragma once
#include <string>

#include "codecs/format.h"
#include "codecs/vips/library.h"

namespace penstock::codecs::vips {

// Which page is taken: loaders of formats with pages, or frames, must be told.
enum class Pages { none, first };

struct LoadOptions {
  const Loader& loader;
  Pages pages = Pages::none;
  bool turned = false;  // the loader obeys an orientation that swaps width and height
  // May throw a better error than BAD_SAMPLE with libvips' reason.
  void (*explain)(const DecodeTask&, const std::string& reason) = nullptr;
};

// The whole image of `file`, in the task's scratch. `file` is the task's, or one made of it. Throws UNSUPPORTED when
// libvips is not there.
RawImage load(const DecodeTask&, Bytes file, const LoadOptions&);

// For `doctor`; loads libvips if need be. `lack` is what libvips is built without when it has not the loader.
Support support(const Loader&, const char* lack);

}  // namespace penstock::codecs::vips
