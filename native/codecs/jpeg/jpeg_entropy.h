// The one private part of libjpeg that is used: what jpeg_decompress_struct::entropy and jpeg_compress_struct::entropy
// point to starts with two function pointers, as in every version since 6b.
#pragma once
#include "codecs/jpeg/jpeg_error.h"

namespace penstock::codecs {

// The versions that are known to have the layout below.
#if defined(LIBJPEG_TURBO_VERSION_NUMBER) && LIBJPEG_TURBO_VERSION_NUMBER < 4000000
inline constexpr bool kKnownLibrary = true;
#else
inline constexpr bool kKnownLibrary = false;
#endif

// The part of libjpeg's struct jpeg_entropy_decoder that is used.
struct EntropyMethods {
  void (*start_pass)(j_decompress_ptr);
  boolean (*decode_mcu)(j_decompress_ptr, JBLOCKROW*);

  static EntropyMethods& of(j_decompress_ptr info) { return *reinterpret_cast<EntropyMethods*>(info->entropy); }
};

// The part of libjpeg's struct jpeg_entropy_encoder that is used.
struct EntropyWriter {
  void (*start_pass)(j_compress_ptr, boolean);
  boolean (*encode_mcu)(j_compress_ptr, JBLOCKROW*);

  static EntropyWriter& of(j_compress_ptr info) { return *reinterpret_cast<EntropyWriter*>(info->entropy); }
};

}  // namespace penstock::codecs
