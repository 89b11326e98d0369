// What ends a decompression that a file makes too long: the number of its scans, and the deadline.
#pragma once
#include "codecs/jpeg/jpeg_error.h"

namespace penstock::codecs {

// A file of a few kilobytes can hold thousands of empty scans, each of which costs a pass over the whole image.
// Encoders write 10 to 20; browsers and libtiff refuse more than 100 too.
inline constexpr int kMaxScans = 100;

// Ends the decompression as an error of libjpeg does.
[[noreturn]] void stop(j_common_ptr info);

// A progress monitor. libjpeg calls it for each row of MCUs of an image of several scans, and for each call of
// jpeg_read_scanlines. The error manager must be a JpegErrors with a deadline.
void watch_progress(j_common_ptr info);

// Has the deadline looked at while rows are skipped too, which libjpeg does without a call of the progress monitor. To
// be called for images of one scan, once the entropy decoder is chosen.
void watch_mcus(j_decompress_ptr info);

}  // namespace penstock::codecs
