// Ends a decompression that takes too long: by the number of its scans, and by the deadline.
#pragma once
#include "codecs/jpeg/jpeg_error.h"

namespace penstock::codecs {

// A file of a few kilobytes can hold thousands of empty scans, each of which costs a pass over the whole image.
// Encoders write 10 to 20; browsers and libtiff also refuse more than 100.
inline constexpr int kMaxScans = 100;

// Ends the decompression as an error of libjpeg does.
[[noreturn]] void stop(j_common_ptr info);

// A progress monitor. libjpeg calls it for each row of MCUs of an image of several scans, and for each call of
// jpeg_read_scanlines. The error manager must be a JpegErrors with a deadline.
void watch_progress(j_common_ptr info);

// Checks the deadline also while rows are skipped, when libjpeg does not call the progress monitor. Called for images
// of one scan, once the entropy decoder is chosen.
void watch_mcus(j_decompress_ptr info);

}  // namespace penstock::codecs
