// The functions of libvips and GLib that decoding and encoding need. They are looked up at run time, so the addon links
// to neither library. libvips is loaded once per process and never unloaded; its operation cache and its threads are
// turned off.
#pragma once
#include <atomic>
#include <cstddef>
#include <string>

namespace penstock::codecs::vips {

struct Image;
struct Region;
struct Source;
struct Rect {
  int left, top, width, height;
};

// Values of libvips' enumerations.
enum : int { kFormatUchar = 0, kFormatUshort = 2, kAccessSequential = 1, kFailOnError = 2 };
enum : int {
  kInterpretationGrey = 1,
  kInterpretationCmyk = 15,
  kInterpretationRgb = 22,
  kInterpretationRgb16 = 25,
  kInterpretationGrey16 = 26
};

struct Library {
  int (*image_get_width)(const Image*);
  int (*image_get_height)(const Image*);
  int (*image_get_bands)(const Image*);
  int (*image_get_format)(const Image*);
  int (*image_get_interpretation)(const Image*);
  Image* (*image_new_from_memory)(const void* data, size_t size, int width, int height, int bands, int format);
  int (*copy)(Image*, Image** out, ...);  // with other values for its fields: name, value, ..., nullptr
  Region* (*region_new)(Image*);
  int (*region_image)(Region*, const Rect*);
  int (*region_prepare_to)(Region*, Region* to, const Rect*, int x, int y);
  const char* (*error_buffer)();
  char* (*error_buffer_copy)();  // copies the error text and clears it in one step; the copy is freed by free_text()
  void (*free_text)(void*);
  void (*thread_shutdown)();
  const char* (*version_string)();
  size_t (*type_find)(const char* base, const char* nickname);  // 0 when there is no such type
  void (*object_unref)(void*);
  Source* (*source_custom_new)();  // a file that is read by the handlers of its signals "read" and "seek"
  unsigned long (*signal_connect)(void* object, const char* signal, void (*handler)(), void* user, void* destroy,
                                  int flags);
};

// What a loader of libvips has first warned of on this thread since the last call; empty when of nothing. libpng's
// errors come as warnings alone.
std::string take_warning();

// The loaded library. Throws UNSUPPORTED when it cannot be loaded; `what` says what it was wanted for, "encode PNG",
// and null stands for the formats that it decodes. From then on libvips knows this thread and cleans up at its end.
const Library& library(const char* what = nullptr);

// `out` receives a new reference; the rest are name, value, ..., nullptr.
using LoadFunction = int (*)(void* buffer, size_t size, Image** out, ...);
using SourceFunction = int (*)(Source*, Image** out, ...);

// The operations of libvips that load images of a format, by the name of the one that loads from memory, e.g.
// "pngload_buffer"; that which loads from a source is "pngload_source". A format defines one as a constant; the
// functions are looked up at their first use.
class Loader {
 public:
  constexpr explicit Loader(const char* name) : name_(name) {}
  // Throws UNSUPPORTED when libvips, or this function in it, is missing.
  LoadFunction function() const;
  SourceFunction source_function() const;
  // Whether libvips was built with the libraries that the operation needs. Throws UNSUPPORTED without libvips.
  bool is_built() const;
  const char* name() const { return name_; }

 private:
  const char* name_;
  mutable std::atomic<LoadFunction> function_{nullptr};
  mutable std::atomic<SourceFunction> source_function_{nullptr};
};

// `data` receives memory that free_text() frees; the rest are name, value, ..., nullptr.
using SaveFunction = int (*)(Image*, void** data, size_t* size, ...);

// The operation of libvips that writes images of a format to memory, e.g. "pngsave_buffer"; a constant, as Loader is.
class Saver {
 public:
  constexpr explicit Saver(const char* name) : name_(name) {}
  // Throws UNSUPPORTED when libvips, or this function in it, is missing.
  SaveFunction function() const;

 private:
  const char* name_;
  mutable std::atomic<SaveFunction> function_{nullptr};
};

}  // namespace penstock::codecs::vips
