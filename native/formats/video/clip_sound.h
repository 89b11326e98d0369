// The sound of a clip: the samples between the time at which its first frame is shown and the time at which its last
// one ends, of the file's track of sound. Where the track has none, they are 0.
#pragma once
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "av_plugin/plugin.h"
#include "core/op.h"
#include "core/scratch.h"
#include "formats/video/index.h"
#include "kernels/audio/sinc.h"

namespace penstock::video {

// What the arguments of an operator ask for.
struct SoundSpec {
  bool given = false, downmix = false, antialias = false;
  float rate = 0, quality = 50;  // samples in a second; 0: those of the file
};
template <class Args>
SoundSpec sound_spec(const Args& a) {
  return {a.audio, a.downmix, a.antialias, a.sample_rate, a.quality};
}

// Lists the track of sound of a file. Throws BAD_SAMPLE, and UNSUPPORTED for one that is not decoded here.
SoundIndex list_sound(const av::Source&);

// Samples on the clock of the file.
struct SampleRange {
  int64_t begin = 0, end = 0;
  int64_t count() const { return end - begin; }
};
// Those of a clip of these frames, in any order; none for a clip without frames or a video without sound. Throws
// BAD_SAMPLE for a video whose frames have no times.
SampleRange samples_of(const VideoIndex&, const std::vector<int32_t>& numbers);

// [samples, channels], or [samples] with downmix; 0 samples of one channel for a video without sound. Throws
// BAD_SAMPLE.
void setup_sound(const SoundSpec&, const VideoIndex&, const std::vector<int32_t>& numbers, OutSpec& out);

// Where the packets of a clip's sound lie, about: those of other tracks between them count.
std::vector<PacketRun> sound_runs(const VideoIndex&, const std::vector<int32_t>& numbers);

// A file whose sound is decoded.
class SoundFile {
 public:
  // Opens the file when samples are read. The source must outlive the object.
  SoundFile(const av::Source& source, std::shared_ptr<const VideoIndex> index)
      : source_(source), index_(std::move(index)) {}
  ~SoundFile();
  SoundFile(const SoundFile&) = delete;

  // Writes the samples of a range, with all channels of the file. Throws BAD_SAMPLE for damaged ones.
  void read(const SampleRange&, float* out);

 private:
  const av::Source source_;
  const std::shared_ptr<const VideoIndex> index_;
  av::Sound* sound_ = nullptr;
};

// Writes the sound of a clip as setup_sound() has described it.
void run_sound(const SoundSpec&, const VideoIndex&, const std::vector<int32_t>& numbers, SoundFile&,
               audio::SincFilters&, Scratch&, const TensorView& out);

}  // namespace penstock::video
