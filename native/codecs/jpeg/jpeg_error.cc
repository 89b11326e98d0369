// The error manager's functions and message table. libjpeg's C code calls them; they must not throw.
#include "codecs/jpeg/jpeg_error.h"

#include <jerror.h>

#include <cstring>

namespace penstock::codecs {
namespace {

// The header uses two macros that only the library defines.
#ifndef JVERSION
#define JVERSION ""
#endif
#ifndef JCOPYRIGHT_SHORT
#define JCOPYRIGHT_SHORT ""
#endif
const char* const kMessages[] = {
#define JMESSAGE(code, string) string,
#include <jerror.h>
    nullptr};

JpegErrors& errors_of(j_common_ptr info) { return *reinterpret_cast<JpegErrors*>(info->err); }

[[noreturn]] void error_exit(j_common_ptr info) { std::longjmp(errors_of(info).escape, 1); }

void emit_message(j_common_ptr info, int level) {
  if (level >= 0) return;
  JpegErrors& e = errors_of(info);
  ++e.base.num_warnings;
  if (e.base.msg_code == JWRN_JPEG_EOF) e.ended = true;
  // A marker that comes too early is starvation only if it is the EOI that the source appended at the end of the data.
  // A damaged scan with its own EOI is decoded to its end as well as possible.
  if (e.base.msg_code == JWRN_HIT_MARKER && e.ended) e.starved = true;
  if (!e.must_end) return;
  // Arithmetic decoding does not report that it continues without data.
  if (e.ended && reinterpret_cast<j_decompress_ptr>(info)->arith_code) e.starved = true;
  // The result is known now, so the rest of the claimed image is not decoded.
  if (e.starved) error_exit(info);
}

void format_message(j_common_ptr info, char* out) { errors_of(info).text(out, JMSG_LENGTH_MAX); }
void output_message(j_common_ptr) {}

void reset(j_common_ptr info) {
  JpegErrors& e = errors_of(info);
  e.base.num_warnings = 0;
  e.base.msg_code = 0;
  e.ended = e.starved = e.out_of_memory = e.unusual = e.late = false;
}

}  // namespace

void JpegErrors::init() {
  base = {};
  base.error_exit = error_exit;
  base.emit_message = emit_message;
  base.output_message = output_message;
  base.format_message = format_message;
  base.reset_error_mgr = reset;
  base.jpeg_message_table = kMessages;
  base.last_jpeg_message = JMSG_LASTMSGCODE - 1;
  ended = starved = out_of_memory = unusual = late = must_end = false;
  huffman = nullptr;
  deadline = nullptr;
  decode_mcu = nullptr;
  mcus = 0;
}

void JpegErrors::text(char* out, size_t size) const {
  const int code = base.msg_code;
  const char* format = code > 0 && code <= base.last_jpeg_message ? kMessages[code] : kMessages[0];
  const auto& p = base.msg_parm;
  const char* percent = std::strchr(format, '%');
  if (percent && percent[1] == 's')
    std::snprintf(out, size, format, p.s);
  else
    std::snprintf(out, size, format, p.i[0], p.i[1], p.i[2], p.i[3], p.i[4], p.i[5], p.i[6], p.i[7]);
}

}  // namespace penstock::codecs
