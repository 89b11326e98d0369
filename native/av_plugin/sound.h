// The sound of a file that libavformat reads and libavcodec decodes: the first track of a codec that is decoded here.
//
// Samples are counted on the clock of the file, in which frames of its video have their times. They are decoded in
// cells of a second: each begins some packets before its first sample, so that the decoder has what it needs to know,
// and a new state. So samples do not depend on which were decoded before.
#pragma once
#include <memory>

#include "av_plugin/input.h"

namespace penstock::av {

class SoundCells;

struct Sound : private Input {
  // info.rate is 0 where the file has no track of sound. Throws BAD_SAMPLE, and UNSUPPORTED for a track of another
  // codec.
  explicit Sound(const Source&);

  // Finds out what `info` says, and calls add(user, cell) for each cell in order.
  void list(void* user, void (*add)(void*, const SoundCell*));
  // Adds the samples [first, end) of a cell to out, which has all channels side by side and is 0. `known`: what list()
  // has found.
  void decode(const SoundInfo& known, const SoundCell& cell, int64_t first, int64_t end, float* out);

  SoundInfo info{};

 private:
  // How many samples come of a packet.
  enum class Counting { bytes, fixed, opus, vorbis };
  struct Vorbis;
  struct VorbisFree {
    void operator()(Vorbis*) const;
  };

  void open();
  void choose_stream();
  void begin();
  void probe();
  bool next();
  bool finds(const SoundCell&);
  void go_to(const SoundCell&);
  int64_t place(int64_t pts) const;
  int64_t samples_of(const uint8_t* data, int size);
  int send(bool& damaged);
  int64_t begin_at_first();
  void list_packets(SoundCells&);
  bool list_tables(SoundCells&);

  AVStream* stream_ = nullptr;
  const AVCodec* codec_ = nullptr;
  Counting counting_ = Counting::fixed;
  int64_t frame_samples_ = 0, sample_bytes_ = 0, lead_ = 0;
  std::unique_ptr<Vorbis, VorbisFree> vorbis_;
  std::unique_ptr<AVPacket, Freed<av_packet_free>> packet_;
  std::unique_ptr<AVFrame, Freed<av_frame_free>> frame_;
  std::unique_ptr<AVCodecContext, Freed<avcodec_free_context>> decoder_;
  bool has_packet_ = false;  // packet_ is one that next() has read
};

}  // namespace penstock::av
