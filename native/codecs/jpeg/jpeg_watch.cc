// These functions are called from libjpeg's C code, so they jump on errors and never throw.
#include "codecs/jpeg/jpeg_watch.h"

#include <jerror.h>

#include "codecs/deadline.h"
#include "codecs/jpeg/jpeg_entropy.h"

namespace penstock::codecs {
namespace {

// The number of MCUs between two checks of the clock.
constexpr unsigned kMcusPerLook = 2048;

JpegErrors& errors_of(j_common_ptr info) { return *reinterpret_cast<JpegErrors*>(info->err); }

void look_at_clock(j_common_ptr info) {
  JpegErrors& errors = errors_of(info);
  if (!errors.deadline->passed()) return;
  errors.late = true;
  stop(info);
}

// Replaces the entropy decoder's function, and calls it after the check.
boolean decode_watched_mcu(j_decompress_ptr info, JBLOCKROW* blocks) {
  auto* common = reinterpret_cast<j_common_ptr>(info);
  JpegErrors& errors = errors_of(common);
  if (++errors.mcus % kMcusPerLook == 0) look_at_clock(common);
  return errors.decode_mcu(info, blocks);
}

}  // namespace

void stop(j_common_ptr info) {
  info->err->error_exit(info);
  __builtin_unreachable();
}

void watch_progress(j_common_ptr info) {
  if (reinterpret_cast<j_decompress_ptr>(info)->input_scan_number > kMaxScans) {
    info->err->msg_code = JMSG_NOMESSAGE;
    stop(info);
  }
  look_at_clock(info);
}

void watch_mcus(j_decompress_ptr info) {
  JpegErrors& errors = errors_of(reinterpret_cast<j_common_ptr>(info));
  if (!kKnownLibrary || !errors.deadline->limited()) return;
  EntropyMethods& entropy = EntropyMethods::of(info);
  errors.decode_mcu = entropy.decode_mcu;
  entropy.decode_mcu = decode_watched_mcu;
}

}  // namespace penstock::codecs
