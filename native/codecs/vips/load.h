// Decodes pixels with libvips, for the formats that it decodes. Their headers are read by the project's own code, which
// allocates nothing.
#pragma once
#include <string>

#include "codecs/format.h"
#include "codecs/vips/library.h"
#include "codecs/vips/pieces.h"

namespace penstock::codecs::vips {

// Which pages are loaded. Loaders of formats with pages or frames must be told to load one.
enum class Pages { none, first };

struct LoadOptions {
  const Loader& loader;
  Pages pages = Pages::none;
  bool turned = false;  // the loader applies an orientation that swaps width and height
  // May throw a better error than BAD_SAMPLE. `text` has all lines of libvips about the image, and may have others'.
  void (*explain)(const DecodeTask&, const std::string& text) = nullptr;
  // Tells what is wrong with the file, where libvips says less; empty when it is not known.
  std::string (*find_damage)(const DecodeTask&) = nullptr;
  double scale = 1;  // WebP: of both extents, for the smaller version that task.spec.reduction describes
};

// Decodes the whole image of `file`, or its reduction, into the task's scratch memory. `file` is the task's file, or
// one made from it. Throws UNSUPPORTED when libvips is missing.
RawImage load(const DecodeTask&, const Pieces& file, const LoadOptions&);

// For `doctor`; loads libvips if it is not loaded yet. `lack` names what libvips was built without when the loader is
// missing.
Support support(const Loader&, const char* lack);

}  // namespace penstock::codecs::vips
