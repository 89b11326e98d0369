// The functions of libvips and GLib that decoding needs, found at run time: the addon links to neither. The library is
// process-wide and never unloaded; its operation cache and its threads are turned off.
#pragma once
#include <cstddef>

namespace penstock::codecs::vips {

struct Image;
struct Region;
struct Rect {
  int left, top, width, height;
};

// Values of libvips' enumerations.
enum : int { kFormatUchar = 0, kFormatUshort = 2, kInterpretationCmyk = 15, kAccessSequential = 1, kFailOnError = 2 };

// `out` is a new reference; the rest are name, value, ..., nullptr.
using Loader = int (*)(void* buffer, size_t size, Image** out, ...);

struct Library {
  Loader pngload_buffer, webpload_buffer, tiffload_buffer, gifload_buffer, heifload_buffer;
  int (*image_get_width)(const Image*);
  int (*image_get_height)(const Image*);
  int (*image_get_bands)(const Image*);
  int (*image_get_format)(const Image*);
  int (*image_get_interpretation)(const Image*);
  Image* (*image_new_from_memory)(const void* data, size_t size, int width, int height, int bands, int format);
  Region* (*region_new)(Image*);
  int (*region_image)(Region*, const Rect*);
  int (*region_prepare_to)(Region*, Region* to, const Rect*, int x, int y);
  const char* (*error_buffer)();
  char* (*error_buffer_copy)();  // and clears it, as one step; for free_text()
  void (*free_text)(void*);
  void (*thread_shutdown)();
  const char* (*version_string)();
  size_t (*type_find)(const char* base, const char* nickname);  // 0 when there is none
  void (*object_unref)(void*);
};

// Throws UNSUPPORTED when it cannot be loaded. From then on this thread is known to libvips and cleaned up at its end.
const Library& library();

}  // namespace penstock::codecs::vips
