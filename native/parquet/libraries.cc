// See libraries.h.
#include "parquet/libraries.h"

#include <dlfcn.h>

#include "core/error.h"

namespace penstock::parquet {
namespace {

template <class F>
bool find(void* handle, const char* name, F& function) {
  function = reinterpret_cast<F>(dlsym(handle, name));
  return function != nullptr;
}

// All functions are from one library: those of two versions share no state. A library that is loaded beside the
// process's own functions of the same names would call those.
template <class Library, class Find>
Library load(const LibraryName& name, const Find& find_all) {
  Library library{};
  if (name.may_be_in_process && find_all(RTLD_DEFAULT, library)) return library;
  void* const handle = dlopen(name.file, RTLD_LAZY | RTLD_LOCAL);
  const char* const reason = handle ? "it lacks a function" : dlerror();
  if (handle && find_all(handle, library)) return library;
  throw Error(ErrorCode::UNSUPPORTED,
              std::string("Expected ") + name.file + " to read pages that are compressed with " + name.codec +
                  " but received: " + reason,
              std::string("Install it with the system's package manager: ") + name.packages);
}

bool find_zlib(void* handle, Zlib& z) {
  return find(handle, "inflateInit2_", z.begin) && find(handle, "inflateReset", z.again) &&
         find(handle, "inflate", z.inflate) && find(handle, "inflateEnd", z.end);
}

bool find_zstandard(void* handle, Zstandard& z) {
  return find(handle, "ZSTD_decompress", z.unpack) && find(handle, "ZSTD_isError", z.is_error) &&
         find(handle, "ZSTD_getFrameContentSize", z.content_size);
}

bool find_brotli(void* handle, Brotli& b) { return find(handle, "BrotliDecoderDecompress", b.unpack); }

}  // namespace

Zlib load_zlib(const LibraryName& name) { return load<Zlib>(name, find_zlib); }
Zstandard load_zstandard(const LibraryName& name) { return load<Zstandard>(name, find_zstandard); }
Brotli load_brotli(const LibraryName& name) { return load<Brotli>(name, find_brotli); }

const Zlib& zlib() {
  static const Zlib found = load_zlib({"GZIP", "libz.so.1", "zlib1g in Debian and Ubuntu, zlib in Fedora"});
  return found;
}

const Zstandard& zstandard() {
  static const Zstandard found =
      load_zstandard({"ZSTD", "libzstd.so.1", "libzstd1 in Debian and Ubuntu, libzstd in Fedora"});
  return found;
}

const Brotli& brotli() {
  static const Brotli found =
      load_brotli({"BROTLI", "libbrotlidec.so.1", "libbrotli1 in Debian and Ubuntu, libbrotli in Fedora"});
  return found;
}

}  // namespace penstock::parquet
