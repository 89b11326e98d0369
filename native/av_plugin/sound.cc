// See sound.h.
#include "av_plugin/sound.h"

extern "C" {
#include <libavcodec/vorbis_parser.h>
}

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "av_plugin/mov_tables.h"

namespace penstock::av {
namespace {

constexpr AVCodecID kPcm[] = {
    AV_CODEC_ID_PCM_U8,    AV_CODEC_ID_PCM_S16LE, AV_CODEC_ID_PCM_S16BE, AV_CODEC_ID_PCM_S24LE, AV_CODEC_ID_PCM_S24BE,
    AV_CODEC_ID_PCM_S32LE, AV_CODEC_ID_PCM_S32BE, AV_CODEC_ID_PCM_F32LE, AV_CODEC_ID_PCM_F32BE, AV_CODEC_ID_PCM_F64LE,
    AV_CODEC_ID_PCM_F64BE, AV_CODEC_ID_PCM_S8,    AV_CODEC_ID_PCM_ALAW,  AV_CODEC_ID_PCM_MULAW};
constexpr AVCodecID kPacked[] = {AV_CODEC_ID_AAC,  AV_CODEC_ID_MP3,    AV_CODEC_ID_MP2,
                                 AV_CODEC_ID_OPUS, AV_CODEC_ID_VORBIS, AV_CODEC_ID_FLAC,
                                 AV_CODEC_ID_ALAC, AV_CODEC_ID_AC3,    AV_CODEC_ID_EAC3};

template <size_t N>
bool is_one_of(const AVCodecID (&list)[N], AVCodecID id) {
  return std::find(list, list + N, id) != list + N;
}

constexpr int kMostChannels = 64, kMostRate = 768000;
// Packets of which the first ones give no samples.
constexpr int kMostProbed = 8;
// Calls in a row for which a container may have no packet yet.
constexpr int kMostTries = 1 << 16;
// Samples have numbers far below what would not fit.
constexpr int64_t kFarthest = int64_t{1} << 48;
// Seconds of a cell.
constexpr int kCell = 1;
// Times of files are rounded, by some to milliseconds. Where they leave the count of samples farther behind, there is a
// gap in the sound.
constexpr int64_t kGaps = 50;  // in a second

// Samples of a packet of Opus at 48 kHz (RFC 6716, 3.1), and whether it has none of the part for speech.
int64_t opus_samples(const uint8_t* data, int size) {
  if (size < 1) return 0;
  const int config = data[0] >> 3, code = data[0] & 3;
  constexpr int kSilk[] = {480, 960, 1920, 2880};
  const int samples = config < 12 ? kSilk[config & 3] : config < 16 ? 480 << (config & 1) : 120 << (config & 3);
  const int frames = code == 0 ? 1 : code < 3 ? 2 : size > 1 ? data[1] & 63 : 0;
  return int64_t{samples} * frames;
}
bool is_celt(const AVPacket& p) { return p.size && p.data[0] >> 3 >= 16; }

// Samples before the first one of a cell from which on a decoder gives the same as if it had begun at the start:
// windows overlap, MP3 keeps up to 511 bytes for later packets, Opus predicts energies and filters speech, and SBR
// (packets of 2048) envelopes.
int64_t lead_of(AVCodecID id, int64_t frame_samples, int64_t rate, const AVPacket& packet) {
  switch (id) {
    case AV_CODEC_ID_AAC: return frame_samples > 1024 ? rate : 3 * frame_samples;
    case AV_CODEC_ID_MP3: return 24 * frame_samples;
    case AV_CODEC_ID_OPUS: return is_celt(packet) ? rate : 3 * rate;
    case AV_CODEC_ID_VORBIS: return 2 * 8192;
    case AV_CODEC_ID_MP2:
    case AV_CODEC_ID_AC3:
    case AV_CODEC_ID_EAC3: return 3 * frame_samples;
    default: return 0;
  }
}

const AVCodec* decoder_for(AVCodecID id) {
  // The other one for it rounds to 16 bits, by what it has rounded before.
  const AVCodec* floats = id == AV_CODEC_ID_MP2 ? avcodec_find_decoder_by_name("mp2float") : nullptr;
  return floats ? floats : avcodec_find_decoder(id);
}

int channels_of(const AVFrame& f) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 24, 100)
  return f.ch_layout.nb_channels;
#else
  return f.channels;
#endif
}

// How many samples the first packet tells to leave out at the start, and a packet at its end.
struct Skips {
  int64_t start = 0, end = 0;
};
Skips skips_of(const AVPacket& p) {
  size_t size = 0;
  const uint8_t* data = av_packet_get_side_data(&p, AV_PKT_DATA_SKIP_SAMPLES, &size);
  if (!data || size < 8) return {};
  const auto number = [&](int at) {
    return static_cast<int64_t>(data[at] | data[at + 1] << 8 | data[at + 2] << 16 | uint32_t{data[at + 3]} << 24);
  };
  return {number(0), number(4)};
}

template <class T, class F>
void spread(const AVFrame& f, int channels, int from, int count, float* out, F value) {
  const bool planar = av_sample_fmt_is_planar(static_cast<AVSampleFormat>(f.format));
  for (int c = 0; c < channels; ++c) {
    const T* in = planar ? reinterpret_cast<const T*>(f.extended_data[c]) + from
                         : reinterpret_cast<const T*>(f.extended_data[0]) + int64_t{from} * channels + c;
    const int step = planar ? 1 : channels;
    for (int i = 0; i < count; ++i) out[int64_t{i} * channels + c] = value(in[int64_t{i} * step]);
  }
}

// Writes samples of a frame, which has those of all channels in a row or each channel in its own.
void write_samples(const AVFrame& f, int channels, int from, int count, float* out) {
  switch (av_get_packed_sample_fmt(static_cast<AVSampleFormat>(f.format))) {
    case AV_SAMPLE_FMT_U8:
      return spread<uint8_t>(f, channels, from, count, out,
                             [](uint8_t v) { return static_cast<float>(v - 128) / 128; });
    case AV_SAMPLE_FMT_S16:
      return spread<int16_t>(f, channels, from, count, out, [](int16_t v) { return static_cast<float>(v) / 32768; });
    case AV_SAMPLE_FMT_S32:
      return spread<int32_t>(f, channels, from, count, out,
                             [](int32_t v) { return static_cast<float>(v) / 2147483648.0F; });
    case AV_SAMPLE_FMT_FLT: return spread<float>(f, channels, from, count, out, [](float v) { return v; });
    case AV_SAMPLE_FMT_DBL:
      return spread<double>(f, channels, from, count, out, [](double v) { return static_cast<float>(v); });
    default: fail(ErrorCode::UNSUPPORTED, "The sound has samples of a kind that is not read");
  }
}

}  // namespace

// Where packets lie on the clock, and the cells that they make.
class SoundCells {
 public:
  // silent: nothing comes of the packet that a decoder begins with.
  SoundCells(int64_t rate, int64_t lead, bool silent, void* user, void (*add)(void*, const SoundCell*))
      : rate_(rate), lead_(lead), silent_(silent), user_(user), add_(add) {}

  // A packet whose time is that of sample `place`, and the number of samples that come of it.
  void packet(int64_t place, int64_t pts, int64_t position, int64_t size, int64_t samples) {
    at_ = cells_ || !last_.empty() ? next_place(at_, place, rate_) : place;
    if (at_ < -kFarthest || at_ > kFarthest) fail(ErrorCode::BAD_SAMPLE, "The times of the sound are damaged");
    last_.push_back({at_, pts, position, size, silent_ ? at_ + samples : at_});
    while (last_.size() > 1 && last_[1].first <= at_ - lead_) last_.pop_front();
    if (!cells_ || at_ >= first_ + kCell * rate_) {
      SoundCell cell = last_.front();
      cell.first = first_ = at_;
      add_(user_, &cell);
      ++cells_;
    }
    at_ += samples;
  }
  int64_t at() const { return at_; }  // the sample after the last packet

  // Samples follow on each other unless the time says that some are missing.
  static int64_t next_place(int64_t counted, int64_t told, int64_t rate) {
    return told > counted + rate / kGaps ? told : counted;
  }

 private:
  const int64_t rate_, lead_;
  const bool silent_;
  void* const user_;
  void (*const add_)(void*, const SoundCell*);
  std::deque<SoundCell> last_;
  int64_t at_ = 0, first_ = 0, cells_ = 0;
};

struct Sound::Vorbis {
  AVVorbisParseContext* parser;
};
void Sound::VorbisFree::operator()(Vorbis* v) const {
  av_vorbis_parse_free(&v->parser);
  delete v;
}

Sound::Sound(const Source& source) : Input(source), packet_(av_packet_alloc()), frame_(av_frame_alloc()) {
  if (!packet_ || !frame_) throw std::bad_alloc();
  open();
}

void Sound::open() {
  has_packet_ = false;
  open_input();
  choose_stream();
}

void Sound::choose_stream() {
  stream_ = nullptr;
  const AVStream* other = nullptr;
  for (unsigned i = 0; i < format_.raw->nb_streams; ++i) {
    AVStream* s = format_.raw->streams[i];
    s->discard = AVDISCARD_ALL;
    if (stream_ || s->codecpar->codec_type != AVMEDIA_TYPE_AUDIO) continue;
    const AVCodecID id = s->codecpar->codec_id;
    codec_ = is_one_of(kPcm, id) || is_one_of(kPacked, id) ? decoder_for(id) : nullptr;
    if (codec_) {
      stream_ = s;
    } else {
      other = s;
    }
  }
  if (!stream_ && other) {
    fail(ErrorCode::UNSUPPORTED, "Expected sound of a codec that is decoded here but received %s",
         avcodec_get_name(other->codecpar->codec_id));
  }
  if (!stream_) return;
  stream_->discard = AVDISCARD_DEFAULT;
  const AVCodecID id = codec_->id;
  counting_ = is_one_of(kPcm, id)        ? Counting::bytes
              : id == AV_CODEC_ID_OPUS   ? Counting::opus
              : id == AV_CODEC_ID_VORBIS ? Counting::vorbis
                                         : Counting::fixed;
  if (stream_->time_base.num <= 0 || stream_->time_base.den <= 0)
    fail(ErrorCode::BAD_SAMPLE, "The sound has no unit of time");
}

// A decoder without a past: flushing one keeps the state of the noise that it makes.
void Sound::begin() {
  decltype(decoder_) made(avcodec_alloc_context3(codec_));
  if (!made || avcodec_parameters_to_context(made.get(), stream_->codecpar) < 0) throw std::bad_alloc();
  // The caller leaves out the samples at the start and the end.
  made->flags2 |= AV_CODEC_FLAG2_SKIP_MANUAL;
  made->thread_count = 1;
  made->pkt_timebase = stream_->time_base;
  const int result = avcodec_open2(made.get(), codec_, nullptr);
  if (result == AVERROR(ENOMEM)) throw std::bad_alloc();
  if (result < 0) {
    fail(ErrorCode::BAD_SAMPLE, "The decoder for %s refuses the sound: %s", codec_->name, take_reason(result).c_str());
  }
  decoder_ = std::move(made);
}

// Reads the next packet of the sound.
bool Sound::next() {
  for (int tries = 0;;) {
    av_packet_unref(packet_.get());
    has_packet_ = false;
    const int result = av_read_frame(format_.raw, packet_.get());
    if (result == AVERROR(ENOMEM)) throw std::bad_alloc();
    if (read_failed_) fail(ErrorCode::BAD_SAMPLE, "The bytes of the sound cannot be read");
    if (result == AVERROR(EAGAIN) && ++tries < kMostTries) continue;
    if (result < 0) return false;
    if (packet_->stream_index != stream_->index || packet_->size == 0) continue;
    return has_packet_ = true;
  }
}

// The sample at a time in units of the stream.
int64_t Sound::place(int64_t pts) const {
  if (pts == AV_NOPTS_VALUE) return INT64_MIN;
  const auto scaled = static_cast<__int128>(pts) * stream_->time_base.num * info.rate;
  const __int128 unit = stream_->time_base.den;
  const __int128 sample = (2 * scaled + unit) / (2 * unit) - ((2 * scaled + unit) % (2 * unit) < 0);
  return static_cast<int64_t>(std::clamp<__int128>(sample, -2 * __int128{kFarthest}, 2 * __int128{kFarthest}));
}

int64_t Sound::samples_of(const uint8_t* data, int size) {
  switch (counting_) {
    case Counting::bytes: return size / sample_bytes_;
    case Counting::opus: return opus_samples(data, size);
    case Counting::vorbis: return std::max(av_vorbis_parse_frame(vorbis_->parser, data, size), 0);
    default: return frame_samples_;
  }
}

// Gives packet_ to the decoder. Returns its result.
int Sound::send(bool& damaged) {
  const int result = avcodec_send_packet(decoder_.get(), packet_.get());
  if (result == AVERROR(ENOMEM)) throw std::bad_alloc();
  damaged = result < 0 || (packet_->flags & AV_PKT_FLAG_CORRUPT);
  return result;
}

// Decodes the first packets, as headers do not say what some decoders make of them.
void Sound::probe() {
  begin();
  std::string reason = "it has no packets";
  for (int i = 0; i < kMostProbed && !info.rate && next(); ++i) {
    bool damaged = false;
    int result = send(damaged);
    while (result >= 0 && (result = avcodec_receive_frame(decoder_.get(), frame_.get())) >= 0) {
      frame_samples_ = frame_->nb_samples;
      info.rate = frame_->sample_rate;
      info.channels = channels_of(*frame_);
    }
    if (result != AVERROR(EAGAIN)) reason = take_reason(result);
  }
  if (!info.rate) fail(ErrorCode::BAD_SAMPLE, "The sound cannot be decoded: %s", reason.c_str());
  if (info.rate < 1 || info.rate > kMostRate || info.channels < 1 || info.channels > kMostChannels ||
      frame_samples_ < 1) {
    fail(ErrorCode::UNSUPPORTED, "Expected sound of 1 to %d channels at 1 to %d Hz but received %d at %d Hz",
         kMostChannels, kMostRate, info.channels, info.rate);
  }
  lead_ = lead_of(codec_->id, frame_samples_, info.rate, *packet_);
  if (counting_ == Counting::bytes) {
    sample_bytes_ = int64_t{av_get_bits_per_sample(codec_->id)} / 8 * info.channels;
    if (sample_bytes_ < 1) fail(ErrorCode::UNSUPPORTED, "The sound has samples of a kind that is not read");
  }
  if (counting_ == Counting::vorbis) {
    vorbis_.reset(new Vorbis{av_vorbis_parse_init(stream_->codecpar->extradata, stream_->codecpar->extradata_size)});
    if (!vorbis_->parser) fail(ErrorCode::BAD_SAMPLE, "The header of the sound is damaged");
  }
}

void Sound::list(void* user, void (*add)(void*, const SoundCell*)) {
  if (!stream_) return;
  probe();
  open();
  SoundCells cells(info.rate, lead_, counting_ == Counting::vorbis, user, add);
  if (!list_tables(cells)) list_packets(cells);
  info.end = std::max(std::min(info.end, cells.at()), info.begin);
}

// The first packet of the sound, which has been read: where it lies, and where the sound begins.
int64_t Sound::begin_at_first() {
  const int64_t padding = is_mov() ? 0 : stream_->codecpar->initial_padding;
  const int64_t skip = std::max(skips_of(*packet_).start, padding);
  int64_t first = place(packet_->pts);
  if (first == INT64_MIN) first = 0;
  // Where times are rounded to more than a sample, what begins at 0 but for the rounding begins there.
  const int64_t tick = int64_t{stream_->time_base.num} * info.rate / stream_->time_base.den;
  if (tick > 1 && std::abs(first + skip) <= tick) first = -skip;
  info.begin = first + skip;
  info.end = INT64_MAX;
  return first;
}

void Sound::list_packets(SoundCells& cells) {
  SoundCell held{};  // the first packet, until the next one tells where its samples end
  bool begun = has_packet_, holds = false;
  for (bool first = true; begun || next(); first = begun = false) {
    const int64_t at = first ? begin_at_first() : place(packet_->pts);
    int64_t samples = samples_of(packet_->data, packet_->size);
    if (first && counting_ == Counting::vorbis) {
      // Nothing comes of it, but files count it nevertheless.
      samples = info.begin - at;
      holds = samples <= 0;
      held = {0, packet_->pts, packet_->pos, packet_->size, at};
      if (holds) continue;
    }
    if (std::exchange(holds, false))
      cells.packet(held.at, held.pts, held.position, held.size, std::max<int64_t>(at - held.at, 0));
    cells.packet(at, packet_->pts, packet_->pos, packet_->size, samples);
    // What an edit list cuts off at the end, and what a packet says of its end.
    if ((packet_->flags & AV_PKT_FLAG_DISCARD) && cells.at() - samples >= info.begin) {
      info.end = std::min(info.end, cells.at() - samples);
    }
    if (const int64_t cut = skips_of(*packet_).end) info.end = cells.at() - cut;
  }
}

// The packets by the tables of an MP4, which take no reading. Returns false, with the first packet read, where they do
// not tell all: how many samples a packet of Opus has they tell by the time of the next one.
bool Sound::list_tables(SoundCells& cells) {
  if (!is_mov() || !next()) return false;
  const int count = avformat_index_get_entries_count(stream_);
  const auto entry = [&](int i) { return avformat_index_get_entry(stream_, i); };
  const bool counted = counting_ == Counting::fixed || counting_ == Counting::bytes;
  const bool timed = counting_ == Counting::opus && av_cmp_q(stream_->time_base, {1, info.rate}) == 0;
  if (!(counted || timed) || count <= 0 || packet_->pts == AV_NOPTS_VALUE) return false;
  if (packet_->pos != entry(0)->pos || packet_->size != entry(0)->size) return false;
  std::vector<int32_t> offsets;
  if (!read_time_offsets(source_, stream_->id, static_cast<size_t>(count), offsets)) return false;
  const int64_t shift = packet_->pts - entry(0)->timestamp, begin = begin_at_first();
  for (int i = 0; i < count; ++i) {
    const AVIndexEntry& e = *entry(i);
    const int64_t pts = e.timestamp + shift;
    const int64_t next = i + 1 < count ? entry(i + 1)->timestamp - e.timestamp : frame_samples_;
    const int64_t samples = counted ? samples_of(nullptr, e.size) : std::max<int64_t>(next, 0);
    cells.packet(i ? place(pts) : begin, pts, e.pos, e.size, samples);
    if ((e.flags & AVINDEX_DISCARD_FRAME) && cells.at() - samples >= info.begin) {
      info.end = std::min(info.end, cells.at() - samples);
    }
  }
  return true;
}

// Reads on to the packet of a cell; false where it does not come, or lies before the next one.
bool Sound::finds(const SoundCell& cell) {
  while (has_packet_ || next()) {
    if (packet_->pts == cell.pts && packet_->pos == cell.position && packet_->size == cell.size) return true;
    if (packet_->pts != AV_NOPTS_VALUE && packet_->pts > cell.pts) return false;
    has_packet_ = false;
  }
  return false;
}

void Sound::go_to(const SoundCell& cell) {
  // Containers find packets of video, or those near a time, so that packets of sound may lie before them.
  for (const int seconds : {0, 1, 5, 25}) {
    has_packet_ = false;
    const AVRational unit = stream_->time_base;
    const int64_t back = int64_t{seconds} * unit.den / unit.num;
    const int64_t time = cell.pts < INT64_MIN / 2 ? 0 : cell.pts - back;
    const int result =
        is_mov() ? av_seek_frame(format_.raw, stream_->index, time, AVSEEK_FLAG_BACKWARD)
                 : av_seek_frame(format_.raw, -1, av_rescale_q(time, unit, AV_TIME_BASE_Q), AVSEEK_FLAG_BACKWARD);
    if (result < 0) break;
    if (finds(cell)) return;
  }
  open();
  if (!finds(cell)) fail(ErrorCode::BAD_SAMPLE, "The sound has other packets than when it was indexed");
}

void Sound::decode(const SoundInfo& known, const SoundCell& cell, int64_t first, int64_t end, float* out) {
  if (!stream_) fail(ErrorCode::BAD_SAMPLE, "The file has no sound any more");
  info = known;
  go_to(cell);
  begin();
  int64_t at = cell.at, longest = 0;
  for (bool begun = false; at < end; begun = true) {
    if (begun && !next()) {
      // The last packet may have fewer samples than others.
      if (at + longest >= end) return;
      fail(ErrorCode::BAD_SAMPLE, "The sound ends at %.3f s, before it should", static_cast<double>(at) / info.rate);
    }
    if (begun && packet_->pts != AV_NOPTS_VALUE) at = SoundCells::next_place(at, place(packet_->pts), info.rate);
    forget_reason();
    bool damaged = false;
    int result = send(damaged);
    int64_t made = 0;
    while (result >= 0 && (result = avcodec_receive_frame(decoder_.get(), frame_.get())) >= 0) {
      if (frame_->sample_rate != info.rate || channels_of(*frame_) != info.channels) {
        fail(ErrorCode::UNSUPPORTED, "Expected sound of %d channels at %d Hz but from %.3f s on it has %d at %d Hz",
             info.channels, info.rate, static_cast<double>(at) / info.rate, channels_of(*frame_), frame_->sample_rate);
      }
      damaged = damaged || frame_->decode_error_flags;
      const int64_t from = std::max(first, at + made), to = std::min(end, at + made + frame_->nb_samples);
      if (from < to) {
        write_samples(*frame_, info.channels, static_cast<int>(from - at - made), static_cast<int>(to - from),
                      out + (from - first) * info.channels);
      }
      made += frame_->nb_samples;
    }
    if (result == AVERROR(ENOMEM)) throw std::bad_alloc();
    longest = std::max(longest, made);
    damaged = damaged || (result != AVERROR(EAGAIN) && result != AVERROR_EOF) || has_reason();
    // Packets before it that lack what they need are no fault: they make the decoder ready.
    if (damaged && at + longest + made > first) {
      fail(ErrorCode::BAD_SAMPLE, "The sound is damaged at %.3f s: %s", static_cast<double>(at) / info.rate,
           take_reason(AVERROR_INVALIDDATA).c_str());
    }
    if (!made && damaged) made = counting_ == Counting::opus ? opus_samples(packet_->data, packet_->size) : longest;
    at += made;
  }
}

}  // namespace penstock::av
