// A sound is decoded into the output itself, unless a part of it is taken, channels are mixed or the rate is changed.
#include "formats/sound/decode_sound.h"

#include <algorithm>
#include <cmath>

#include "core/extents.h"
#include "formats/sound/pcm.h"
#include "kernels/audio/elements.h"

namespace penstock::audio {
namespace {

// A position in frames; a part of a frame does not count.
int64_t frames_of(double seconds, double rate, int64_t most) {
  const double frames = std::floor(seconds * rate);
  return frames >= static_cast<double>(most) ? most : static_cast<int64_t>(std::max(frames, 0.0));
}

void plan_part(const SoundRequest& r, SoundPlan& p) {
  const int64_t n = p.sound.frames;
  p.first = frames_of(r.begin, p.sound.rate, n);
  p.taken = r.duration < 0 ? n - p.first : frames_of(r.duration, p.sound.rate, n - p.first);
  if (p.first < n || r.begin <= 0) return;
  fail(ErrorCode::BAD_SAMPLE, "Expected an offset inside the sound of %g seconds but received %g seconds",
       static_cast<double>(n) / p.sound.rate, r.begin);
}

// Where elements lie side by side, only those of the part are read.
void narrow(SoundPlan& p) {
  if (!is_plain(p.sound.format)) return;
  p.sound.offset += static_cast<size_t>(p.first) * p.sound.channels * element_bytes(p.sound.encoding);
  p.sound.frames = p.taken;
  p.first = 0;
}

// The sound at another rate.
template <class T>
void resample(const SoundRequest& r, const SoundPlan& p, SoundLocal& local, Scratch& scratch, const float* sound,
              T* out) {
  const SincFilter& filter = local.filters.get(lobes_of(r.quality), stretch_of(p.step, r.antialias));
  const ChannelResampler resampler(filter, p.taken, scratch);
  for (int c = 0; c < p.channels; ++c) {
    if (r.downmix) {
      mix_channels(sound, p.taken, p.sound.channels, resampler.input());
    } else {
      for (int64_t i = 0; i < p.taken; ++i) resampler.input()[i] = sound[i * p.channels + c];
    }
    resampler.run(p.step, p.frames, out + c, p.channels);
  }
}

template <class T>
void decode(const SoundRequest& r, Bytes b, const SoundPlan& p, SoundLocal& local, Scratch& scratch, T* out) {
  const Sound& sound = p.sound;
  const bool mixed = r.downmix && sound.channels > 1;
  if (!mixed && p.step == 0) {
    if (is_plain(sound.format) && p.taken == sound.frames) return decode_pcm(b, sound, out, true);
    if (p.taken == sound.frames) return local.decoders.decode(b, sound, out);
    auto* whole = scratch.get<T>(static_cast<size_t>(sound.frames) * sound.channels);
    local.decoders.decode(b, sound, whole);
    std::copy_n(whole + p.first * sound.channels, p.taken * sound.channels, out);
    return;
  }
  auto* whole = scratch.get<float>(static_cast<size_t>(sound.frames) * sound.channels);
  local.decoders.decode(b, sound, whole);
  const float* part = whole + p.first * sound.channels;
  if (p.step > 0) return resample(r, p, local, scratch, part, out);
  mix_channels(part, p.taken, sound.channels, out);
}

void check_request(const SoundRequest& r) {
  if (r.dtype != DType::float32 && r.dtype != DType::int16 && r.dtype != DType::int32) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected float32, int16 or int32 for dtype but received %s",
         dtype_name(r.dtype));
  }
}

SoundPlan plan_of(const SoundRequest& r, const Sound& sound, OutSpec& out) {
  SoundPlan p;
  p.sound = sound;
  plan_part(r, p);
  narrow(p);
  p.frames = p.taken;
  if (r.rate > 0 && r.rate != p.sound.rate) {
    p.step = p.sound.rate / r.rate;
    // The file's rate may be any number, so a filter that is too long is the file's fault.
    check_stretch(lobes_of(r.quality), stretch_of(p.step, r.antialias), ErrorCode::BAD_SAMPLE);
    p.frames = resampled_length(p.taken, p.sound.rate, r.rate);
  }
  p.channels = r.downmix ? 1 : p.sound.channels;
  check_elements(p.sound.frames, p.sound.channels, r.most);
  check_elements(p.frames, p.channels, r.most);
  out.dtype = r.dtype;
  out.shape = r.downmix ? Shape{p.frames} : Shape{p.frames, p.channels};
  check_extents(out, ErrorCode::BAD_SAMPLE, "the sound");
  // Plain elements are copied; others take several times as long, and so does each that is resampled.
  p.cost = static_cast<double>(p.sound.frames) * p.sound.channels * (is_plain(p.sound.format) ? 1 : 10);
  if (p.step > 0) p.cost += static_cast<double>(p.frames) * p.channels * 10;
  return p;
}

}  // namespace

SoundPlan plan_sound(const SoundRequest& r, Bytes b, SoundLocal& local, OutSpec& out) {
  check_request(r);
  return plan_of(r, local.decoders.header(b, r.most), out);
}

bool plan_head(const SoundRequest& r, const SoundHead& h, SoundLocal& local, OutSpec& out, SoundPlan& plan) {
  check_request(r);
  Sound sound;
  if (!local.decoders.header_of_head(h, sound, r.most)) return false;
  plan = plan_of(r, sound, out);
  return true;
}

SoundExtent needed_bytes(const SoundPlan& p, size_t size) {
  if (!is_plain(p.sound.format)) return {0, size};
  return {p.sound.offset, static_cast<size_t>(p.sound.frames) * p.sound.channels * element_bytes(p.sound.encoding)};
}

SoundPlan within(SoundPlan p, const SoundExtent& part) {
  p.sound.offset -= part.offset;
  return p;
}

void decode_sound(const SoundRequest& r, Bytes b, const SoundPlan& p, SoundLocal& local, Scratch& scratch,
                  const TensorView& out) {
  if (r.dtype == DType::int16) return decode(r, b, p, local, scratch, out.as<int16_t>());
  if (r.dtype == DType::int32) return decode(r, b, p, local, scratch, out.as<int32_t>());
  decode(r, b, p, local, scratch, out.as<float>());
}

}  // namespace penstock::audio
