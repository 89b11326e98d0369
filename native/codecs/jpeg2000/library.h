// The functions of OpenJPEG 2 that decoding needs, and the parts of its structures that they exchange. They are looked
// up at run time, so the addon does not link to the library. It is loaded once per process and never unloaded; a
// decoder belongs to the thread that made it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

namespace penstock::codecs::openjpeg {

struct Codec;
struct Stream;

// Values of OpenJPEG's enumerations.
enum : int { kCodestream = 0, kFile = 2, kKeepPalette = 1 };
enum : int { kColorSycc = 3, kColorEycc = 4, kColorCmyk = 5 };

// opj_image_comp_t.
struct Component {
  uint32_t dx, dy;  // a sample of the component per dx by dy of the reference grid
  uint32_t w, h;
  uint32_t x0, y0;
  uint32_t precision;
  uint32_t obsolete;
  uint32_t is_signed;
  uint32_t levels_decoded;
  uint32_t factor;
  int32_t* data;  // w * h samples
  uint16_t alpha;
};

// opj_image_t.
struct Image {
  uint32_t x0, y0, x1, y1;  // on the reference grid
  uint32_t components;
  int color_space;
  Component* component;
  uint8_t* profile;
  uint32_t profile_bytes;
};

// opj_dparameters_t. The library fills it with its defaults.
struct Parameters {
  uint32_t reduce;  // resolution levels to leave out: each halves the extents
  uint32_t layers;
  char unused_files[2 * 4096];
  int unused_formats[2];
  uint32_t unused_area[4];
  int unused_verbose;
  uint32_t unused_tiles[2];
  int unused_protection[3];
  uint32_t flags;
  char spare[256];  // for fields that later versions may append
};

using Message = void (*)(const char* text, void* user);

struct Library {
  const char* (*version)();
  Codec* (*create_decoder)(int format);
  void (*destroy_codec)(Codec*);
  void (*default_parameters)(Parameters*);
  int (*setup_decoder)(Codec*, Parameters*);
  int (*set_strict)(Codec*, int strict);  // null before version 2.5
  int (*set_error_handler)(Codec*, Message, void* user);
  int (*set_warning_handler)(Codec*, Message, void* user);
  Stream* (*create_stream)(size_t buffer_bytes, int input);
  void (*destroy_stream)(Stream*);
  void (*set_user_data)(Stream*, void* user, void (*free_user_data)(void*));
  void (*set_user_data_length)(Stream*, uint64_t bytes);
  void (*set_read)(Stream*, size_t (*)(void* to, size_t bytes, void* user));
  void (*set_skip)(Stream*, int64_t (*)(int64_t bytes, void* user));
  void (*set_seek)(Stream*, int (*)(int64_t at, void* user));
  int (*read_header)(Stream*, Codec*, Image**);
  int (*decode)(Codec*, Stream*, Image*);
  int (*end_decompress)(Codec*, Stream*);
  void (*destroy_image)(Image*);
};

// The loaded library. Throws UNSUPPORTED, which names the package, when it cannot be loaded.
const Library& library();

}  // namespace penstock::codecs::openjpeg
