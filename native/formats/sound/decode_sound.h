// The work that decoders of sounds share: setup() plans from the header, run() decodes a part of the sound, mixes its
// channels and changes its rate.
#pragma once
#include "core/op.h"
#include "core/scratch.h"
#include "formats/sound/sound.h"
#include "kernels/audio/sinc.h"

namespace penstock::audio {

struct SoundRequest {
  DType dtype = DType::float32;
  bool downmix = false, antialias = false;
  float quality = 50;
  float rate = 0;  // frames per second of the output; 0: those of the file
  // The part that is taken, in seconds; a negative duration reaches to the end.
  double begin = 0, duration = -1;
  // The most elements of the file that are decoded, and of the output.
  int64_t most = INT64_MAX;
};

// What the arguments of an operator ask for.
template <class Args>
SoundRequest sound_request(const Args& a) {
  SoundRequest r{a.dtype, a.downmix, a.antialias, a.quality, a.sample_rate};
  if (a.max_elements) r.most = a.max_elements;
  return r;
}

struct SoundPlan {
  Sound sound;
  int64_t first = 0, taken = 0;  // frames of the file that are used
  double step = 0;               // of them for one of the output; 0: the rate stays
  int64_t frames = 0;            // of the output
  int channels = 1;              // of the output
  double cost = 0;               // of decode_sound(), in any unit
  float rate() const { return static_cast<float>(step > 0 ? sound.rate / step : sound.rate); }
};

// What a thread keeps between sounds.
struct SoundLocal : ThreadLocalState {
  SoundDecoders decoders;
  SincFilters filters;
};

// Reads the header and describes the output: [frames, channels], or [frames] with downmix. Throws INVALID_ARGUMENT, and
// as SoundDecoders::header() does.
SoundPlan plan_sound(const SoundRequest&, Bytes, SoundLocal&, OutSpec& out);

// Does that with the first bytes of a file alone; returns false where it takes more of them.
bool plan_head(const SoundRequest&, const SoundHead&, SoundLocal&, OutSpec& out, SoundPlan&);

// The bytes of a file of `size` bytes that decode_sound() reads: all of it, or where elements lie side by side, those
// of the part that is taken.
struct SoundExtent {
  size_t offset, size;
};
SoundExtent needed_bytes(const SoundPlan&, size_t size);
// The plan for these bytes alone.
SoundPlan within(SoundPlan, const SoundExtent&);

// Fills the output. The bytes are those that were planned for, or as many others.
void decode_sound(const SoundRequest&, Bytes, const SoundPlan&, SoundLocal&, Scratch&, const TensorView& out);

}  // namespace penstock::audio
