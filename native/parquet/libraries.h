// The functions of zlib, Zstandard and Brotli that unpack pages. They are looked up at run time, once per process, so
// that penstock links to none: in the process, which may have them already as Node.js has zlib and Brotli, or in the
// system's library.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

namespace penstock::parquet {

// z_stream of zlib.h.
struct ZlibStream {
  const uint8_t* next_in;
  unsigned available_in;
  unsigned long total_in;
  uint8_t* next_out;
  unsigned available_out;
  unsigned long total_out;
  const char* message;
  void* state;
  void* (*allocate)(void*, unsigned, unsigned);
  void (*release)(void*, void*);
  void* opaque;
  int data_type;
  unsigned long adler;
  unsigned long reserved;
};

struct Zlib {
  // inflateInit2_(), inflateReset(), inflate(), inflateEnd().
  int (*begin)(ZlibStream*, int window_bits, const char* version, int stream_size);
  int (*again)(ZlibStream*);
  int (*inflate)(ZlibStream*, int flush);
  int (*end)(ZlibStream*);
};

struct Zstandard {
  // ZSTD_decompress(), ZSTD_isError(), ZSTD_getFrameContentSize().
  size_t (*unpack)(void* to, size_t to_size, const void* from, size_t from_size);
  unsigned (*is_error)(size_t);
  unsigned long long (*content_size)(const void* from, size_t from_size);
};

struct Brotli {
  // BrotliDecoderDecompress(): 1 where the whole stream fits, and *to_size becomes its size.
  int (*unpack)(size_t from_size, const uint8_t* from, size_t* to_size, uint8_t* to);
};

// Throw UNSUPPORTED where the library is not installed.
const Zlib& zlib();
const Zstandard& zstandard();
const Brotli& brotli();

// Where the functions are looked for.
struct LibraryName {
  const char *codec, *file, *packages;
  bool may_be_in_process = true;
};
Zlib load_zlib(const LibraryName& name);
Zstandard load_zstandard(const LibraryName& name);
Brotli load_brotli(const LibraryName& name);

}  // namespace penstock::parquet
