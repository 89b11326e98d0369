// The table of plugin.h: each function catches what its work throws.
#include "av_plugin/plugin.h"

extern "C" {
#include <libavutil/log.h>
#include <libavutil/mem.h>
}

#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <new>

#include "av_plugin/sound.h"
#include "av_plugin/video.h"

#define STRING_OF(x) #x
#define VERSION_OF(a, b, c) STRING_OF(a) "." STRING_OF(b) "." STRING_OF(c)

namespace penstock::av {
namespace {

// Planes are allocated one by one: one of 16383 x 16383 pixels has 256 MiB with 8 bits, and 512 MiB with more. A
// damaged file may ask for anything.
constexpr size_t kMaxAllocation = size_t{512} << 20;

thread_local char first_message[200], error_text[600];

void keep_message(void* from, int level, const char* format, va_list args) {
  note_trouble(from, level, format);
  if (level > AV_LOG_ERROR || first_message[0]) return;
  std::vsnprintf(first_message, sizeof first_message, format, args);
  first_message[std::strcspn(first_message, "\n")] = 0;
}

int failed(ErrorCode code, const char* text) {
  std::snprintf(error_text, sizeof error_text, "%s", text);
  return 1 + static_cast<int>(code);
}

template <class F>
int guarded(F body) {
  first_message[0] = 0;
  try {
    body();
    return 0;
  } catch (const Failure& f) {
    return failed(f.code, f.text.c_str());
  } catch (const std::bad_alloc&) {
    return failed(ErrorCode::BAD_SAMPLE, "The video takes more memory than there is");
  } catch (...) {
    return failed(ErrorCode::INTERNAL, "The video plugin has failed");
  }
}

const char* last_error() { return error_text; }

int open(const Source* source, int64_t max_pixels, bool alpha, Video** video) {
  return guarded([&] { *video = new Video(*source, max_pixels, alpha); });
}
void close(Video* video) { delete video; }
const StreamInfo* info(const Video* video) { return &video->info; }
int read(Video* v, Packet* packet, bool* got) {
  return guarded([&] { *got = v->read(*packet); });
}
int skim(Video* v, bool on, bool* done) {
  return guarded([&] { *done = v->skim(on); });
}
int seek(Video* v, int64_t time) {
  return guarded([&] { v->seek(time); });
}
int decode_begin(Video* v, int reorder, int threads, bool fresh) {
  return guarded([&] { v->begin(reorder, threads, fresh); });
}
int decode(Video* v, int64_t tag, bool* damaged) {
  return guarded([&] {
    const bool taken = v->decode(tag);
    *damaged = v->complains() || !taken;
  });
}
int decode_end(Video* v) {
  return guarded([&] { v->end(); });
}
int picture(Video* v, Picture* picture, bool* got, bool* damaged) {
  return guarded([&] {
    *got = v->picture(*picture);
    *damaged = v->complains();
  });
}

int sound_open(const Source* source, Sound** sound) {
  return guarded([&] { *sound = new Sound(*source); });
}
void sound_close(Sound* sound) { delete sound; }
int sound_list(Sound* s, SoundInfo* info, void* user, void (*add)(void*, const SoundCell*)) {
  return guarded([&] {
    s->list(user, add);
    *info = s->info;
  });
}
int sound_decode(Sound* s, const SoundInfo* info, const SoundCell* cell, int64_t first, int64_t end, float* out) {
  return guarded([&] { s->decode(*info, *cell, first, end, out); });
}

constexpr Table kTable = {
    kPluginVersion,
    sizeof(Table),
    "libavformat " VERSION_OF(LIBAVFORMAT_VERSION_MAJOR, LIBAVFORMAT_VERSION_MINOR,
                              LIBAVFORMAT_VERSION_MICRO) ", libavcodec " VERSION_OF(LIBAVCODEC_VERSION_MAJOR,
                                                                                    LIBAVCODEC_VERSION_MINOR,
                                                                                    LIBAVCODEC_VERSION_MICRO),
    last_error,
    open,
    close,
    info,
    read,
    skim,
    seek,
    decode_begin,
    decode,
    decode_end,
    picture,
    sound_open,
    sound_close,
    sound_list,
    sound_decode};

}  // namespace

void fail(ErrorCode code, const char* format, ...) {
  char text[600];
  va_list args;
  va_start(args, format);
  std::vsnprintf(text, sizeof text, format, args);
  va_end(args);
  throw Failure{code, text};
}

std::string take_reason(int error) {
  if (first_message[0]) return first_message;
  char text[AV_ERROR_MAX_STRING_SIZE] = {};
  av_strerror(error, text, sizeof text);
  return text;
}

bool has_reason() { return first_message[0]; }
void forget_reason() { first_message[0] = 0; }

void quiet_libraries() {
  av_log_set_callback(keep_message);
  av_max_alloc(kMaxAllocation);
}

}  // namespace penstock::av

extern "C" __attribute__((visibility("default"))) const penstock::av::Table* penstock_av_table() {
  penstock::av::quiet_libraries();
  return &penstock::av::kTable;
}
