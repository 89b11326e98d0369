// libFLAC asks for bytes and hands over blocks of planar whole numbers; here they become interleaved elements.
#include "formats/sound/flac.h"

#include <algorithm>
#include <cinttypes>
#include <cstring>
#include <new>

#include "kernels/audio/elements.h"

namespace penstock::audio {

struct FlacDecoder::File {
  Bytes bytes;
  size_t at = 0;
  Sound sound;
  int64_t done = 0, wanted = INT64_MAX;  // frames
  bool has_header = false, damaged = false;
  const char* reason = nullptr;
  // Writes `frames` frames of the block to the output; null where frames are only counted.
  void (*put)(File&, const FLAC__int32* const* channels, int64_t frames) = nullptr;
  void* out = nullptr;
};

struct FlacDecoder::Calls {
  static File& file(void* data) { return *static_cast<File*>(data); }

  static FLAC__StreamDecoderReadStatus read(const FLAC__StreamDecoder*, FLAC__byte* to, size_t* count, void* data) {
    File& f = file(data);
    *count = std::min(*count, f.bytes.size - f.at);
    if (!*count) return FLAC__STREAM_DECODER_READ_STATUS_END_OF_STREAM;
    std::memcpy(to, f.bytes.data + f.at, *count);
    f.at += *count;
    return FLAC__STREAM_DECODER_READ_STATUS_CONTINUE;
  }

  static FLAC__StreamDecoderWriteStatus write(const FLAC__StreamDecoder*, const FLAC__Frame* frame,
                                              const FLAC__int32* const* channels, void* data) {
    File& f = file(data);
    const FLAC__FrameHeader& h = frame->header;
    if (!f.has_header || static_cast<int>(h.channels) != f.sound.channels ||
        static_cast<int>(h.bits_per_sample) != f.sound.bits) {
      f.reason = "a block of another kind than the header says";
      return FLAC__STREAM_DECODER_WRITE_STATUS_ABORT;
    }
    int64_t frames = h.blocksize;
    if (f.put) {
      frames = std::min(frames, f.sound.frames - f.done);
      f.put(f, channels, frames);
    }
    f.done += frames;
    return FLAC__STREAM_DECODER_WRITE_STATUS_CONTINUE;
  }

  static void metadata(const FLAC__StreamDecoder*, const FLAC__StreamMetadata* m, void* data) {
    File& f = file(data);
    if (m->type != FLAC__METADATA_TYPE_STREAMINFO || f.has_header) return;
    const FLAC__StreamMetadata_StreamInfo& info = m->data.stream_info;
    f.sound.channels = static_cast<int>(info.channels);
    f.sound.rate = info.sample_rate;
    f.sound.bits = static_cast<int>(info.bits_per_sample);
    f.sound.frames = static_cast<int64_t>(info.total_samples);
    f.has_header = true;
  }

  static void error(const FLAC__StreamDecoder*, FLAC__StreamDecoderErrorStatus status, void* data) {
    File& f = file(data);
    f.damaged = true;
    f.reason = FLAC__StreamDecoderErrorStatusString[status];
  }

  template <class T>
  static void put(File& f, const FLAC__int32* const* from, int64_t frames) {
    const int channels = f.sound.channels, shift = 32 - f.sound.bits;
    T* out = static_cast<T*>(f.out) + f.done * channels;
    if constexpr (std::is_same_v<T, float>) {
      const float scale = 1.f / static_cast<float>(int64_t{1} << (f.sound.bits - 1));
      for (int c = 0; c < channels; ++c) {
        const FLAC__int32* x = from[c];
        if (channels == 1) {
          for (int64_t i = 0; i < frames; ++i) out[i] = static_cast<float>(x[i]) * scale;
        } else {
          for (int64_t i = 0; i < frames; ++i) out[i * channels + c] = static_cast<float>(x[i]) * scale;
        }
      }
    } else {
      for (int c = 0; c < channels; ++c) {
        for (int64_t i = 0; i < frames; ++i) {
          out[i * channels + c] = from_top<T>(static_cast<int32_t>(static_cast<uint32_t>(from[c][i]) << shift));
        }
      }
    }
  }
};

namespace {

[[noreturn]] void fewer_frames(int64_t claimed, int64_t there) {
  fail(ErrorCode::BAD_SAMPLE, "Expected a FLAC file of %" PRId64 " frames, as its header says, but received %" PRId64,
       claimed, there);
}

// A constant block is some 4,096 frames in a dozen bytes, and a claim is free: memory for more elements a byte than
// sounds have is made only for frames that have been counted.
constexpr int64_t kUsualElements = 64;

bool is_doubtful(const Sound& s, size_t bytes) {
  return s.frames / kUsualElements > static_cast<int64_t>(bytes) / s.channels;
}

}  // namespace

FlacDecoder::FlacDecoder() : decoder_(FLAC__stream_decoder_new()) {
  if (!decoder_) throw std::bad_alloc();
}

void FlacDecoder::begin(File& f, bool ogg) {
  // A file that a thrown error has left open.
  FLAC__stream_decoder_finish(decoder_.get());
  const auto status =
      ogg ? FLAC__stream_decoder_init_ogg_stream(decoder_.get(), Calls::read, nullptr, nullptr, nullptr, nullptr,
                                                 Calls::write, Calls::metadata, Calls::error, &f)
          : FLAC__stream_decoder_init_stream(decoder_.get(), Calls::read, nullptr, nullptr, nullptr, nullptr,
                                             Calls::write, Calls::metadata, Calls::error, &f);
  if (status == FLAC__STREAM_DECODER_INIT_STATUS_MEMORY_ALLOCATION_ERROR) throw std::bad_alloc();
  if (status) {
    fail(ErrorCode::UNSUPPORTED, "Expected FLAC that libFLAC reads but received: %s",
         FLAC__StreamDecoderInitStatusString[status]);
  }
  FLAC__stream_decoder_process_until_end_of_metadata(decoder_.get());
}

void FlacDecoder::open(File& f, bool ogg) {
  begin(f, ogg);
  if (!f.has_header || f.damaged) {
    fail(ErrorCode::BAD_SAMPLE, "Expected a FLAC file with a STREAMINFO block but received %zu bytes without one",
         f.bytes.size);
  }
}

void FlacDecoder::run(File& f) {
  while (!f.damaged && f.done < f.wanted) {
    if (!FLAC__stream_decoder_process_single(decoder_.get())) break;
    if (FLAC__stream_decoder_get_state(decoder_.get()) >= FLAC__STREAM_DECODER_END_OF_STREAM) break;
  }
  const auto state = FLAC__stream_decoder_get_state(decoder_.get());
  // The decoder keeps no pointer to a file that is gone.
  FLAC__stream_decoder_finish(decoder_.get());
  // libFLAC says so of claims in damaged frames, too; what it allocates for a frame is a few megabytes.
  if (state == FLAC__STREAM_DECODER_MEMORY_ALLOCATION_ERROR) {
    fail(ErrorCode::BAD_SAMPLE,
         "Expected a FLAC file without damage but received after %" PRId64
         " frames: one that libFLAC has no memory for",
         f.done);
  }
  // Data after the last frame, such as a tag, does not matter.
  if (f.done < f.wanted && f.reason) {
    fail(ErrorCode::BAD_SAMPLE, "Expected a FLAC file without damage but received after %" PRId64 " frames: %s", f.done,
         f.reason);
  }
}

void FlacDecoder::count_frames(File& f, int64_t most) {
  const int64_t claimed = f.sound.frames;
  f.wanted = claimed ? claimed : std::min(most, INT64_MAX - 1) / f.sound.channels + 1;
  run(f);
  if (claimed && f.done < claimed) fewer_frames(claimed, f.done);
  if (!claimed) check_elements(f.sound.frames = f.done, f.sound.channels, most);
}

Sound FlacDecoder::header(Bytes b, bool ogg, int64_t most) {
  File f;
  f.bytes = b;
  open(f, ogg);
  f.sound.format = ogg ? Format::ogg_flac : Format::flac;
  check_header(f.sound);
  check_elements(f.sound.frames, f.sound.channels, most);
  // 0 stands for a length that the encoder did not know.
  if (!f.sound.frames || is_doubtful(f.sound, b.size)) {
    count_frames(f, most);
  } else {
    FLAC__stream_decoder_finish(decoder_.get());
  }
  return f.sound;
}

bool FlacDecoder::header_of_head(const SoundHead& h, Sound& sound, int64_t most) {
  File f;
  f.bytes = h.bytes;
  begin(f, false);
  FLAC__stream_decoder_finish(decoder_.get());
  // What is wrong with the metadata is said where all of them are there, and frames are counted there.
  if (!f.has_header || f.damaged || !f.sound.frames) return false;
  f.sound.format = Format::flac;
  check_header(f.sound);
  check_elements(f.sound.frames, f.sound.channels, most);
  if (is_doubtful(f.sound, h.size)) return false;
  sound = f.sound;
  return true;
}

template <class T>
void FlacDecoder::decode(Bytes b, const Sound& sound, T* out) {
  File f;
  f.bytes = b;
  open(f, sound.format == Format::ogg_flac);
  f.sound = sound;
  f.wanted = sound.frames;
  f.put = Calls::put<T>;
  f.out = out;
  run(f);
  if (f.done < sound.frames) fewer_frames(sound.frames, f.done);
}

template void FlacDecoder::decode(Bytes, const Sound&, float*);
template void FlacDecoder::decode(Bytes, const Sound&, int16_t*);
template void FlacDecoder::decode(Bytes, const Sound&, int32_t*);

}  // namespace penstock::audio
