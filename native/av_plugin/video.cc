// See video.h. Only codecs of this list are decoded: others of libavcodec are no videos, or old.
#include "av_plugin/video.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "av_plugin/mov_tables.h"

namespace penstock::av {
namespace {

// Calls in a row for which a container may have no packet yet.
constexpr int kMostWaits = 1 << 16;
constexpr AVCodecID kCodecs[] = {
    AV_CODEC_ID_H264,   AV_CODEC_ID_HEVC,  AV_CODEC_ID_VP8,        AV_CODEC_ID_VP9,        AV_CODEC_ID_AV1,
    AV_CODEC_ID_MPEG4,  AV_CODEC_ID_MJPEG, AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO, AV_CODEC_ID_H263,
    AV_CODEC_ID_PRORES, AV_CODEC_ID_FFV1,  AV_CODEC_ID_DNXHD,      AV_CODEC_ID_MSMPEG4V2,  AV_CODEC_ID_MSMPEG4V3,
    AV_CODEC_ID_PNG,    AV_CODEC_ID_QTRLE};

Codec codec_of(AVCodecID id) {
  switch (id) {
    case AV_CODEC_ID_H264: return Codec::h264;
    case AV_CODEC_ID_HEVC: return Codec::hevc;
    case AV_CODEC_ID_VP8: return Codec::vp8;
    case AV_CODEC_ID_VP9: return Codec::vp9;
    case AV_CODEC_ID_H263: return Codec::h263;
    default: return Codec::other;
  }
}

int64_t time_of(int64_t t) { return t == AV_NOPTS_VALUE ? kNoTime : t; }

bool has_own_alpha(const AVStream& s) {
  const bool vp = s.codecpar->codec_id == AV_CODEC_ID_VP8 || s.codecpar->codec_id == AV_CODEC_ID_VP9;
  const AVDictionaryEntry* mode = vp ? av_dict_get(s.metadata, "alpha_mode", nullptr, 0) : nullptr;
  return mode && std::strcmp(mode->value, "0") != 0;
}

// Whether decoding may begin at a packet of alpha, by the first byte (RFC 6386, 9.1; VP9, 6.2).
bool is_key_alpha(const AlphaPacket& p, Codec codec) {
  if (!p.data) return true;
  if (codec == Codec::vp8) return !(p.data[0] & 1);
  const int after_profile = (p.data[0] & 0x30) == 0x30 ? 1 : 0;
  return !(p.data[0] & (0x0c >> after_profile));
}

}  // namespace

AlphaPacket alpha_beside(const AVPacket& p) {
  constexpr size_t kNumber = 8;  // bytes of the number of what it is; 1: alpha
  size_t size = 0;
  const uint8_t* data = av_packet_get_side_data(&p, AV_PKT_DATA_MATROSKA_BLOCKADDITIONAL, &size);
  if (!data || size <= kNumber || data[kNumber - 1] != 1) return {};
  return {data + kNumber, static_cast<int>(size - kNumber)};
}

Video::Video(const Source& source, int64_t max_pixels, bool alpha)
    : Input(source),
      max_pixels_(max_pixels),
      packet_(av_packet_alloc()),
      frame_(av_frame_alloc()),
      alpha_(alpha),
      alpha_packet_(av_packet_alloc()),
      alpha_frame_(av_frame_alloc()) {
  if (!packet_ || !frame_ || !alpha_packet_ || !alpha_frame_) throw std::bad_alloc();
  open_input();
  choose_stream();
  read_size();
}

void Video::choose_stream() {
  const AVStream* other = nullptr;
  for (unsigned i = 0; i < format_.raw->nb_streams; ++i) {
    AVStream* s = format_.raw->streams[i];
    s->discard = AVDISCARD_ALL;
    if (stream_ || s->codecpar->codec_type != AVMEDIA_TYPE_VIDEO || (s->disposition & AV_DISPOSITION_ATTACHED_PIC))
      continue;
    const bool known = std::find(std::begin(kCodecs), std::end(kCodecs), s->codecpar->codec_id) != std::end(kCodecs);
    codec_ = known ? avcodec_find_decoder(s->codecpar->codec_id) : nullptr;
    if (codec_) {
      stream_ = s;
    } else {
      other = s;
    }
  }
  if (!stream_ && other) {
    fail(ErrorCode::UNSUPPORTED, "Expected a video of a codec that is decoded here but received %s",
         avcodec_get_name(other->codecpar->codec_id));
  }
  if (!stream_) {
    fail(ErrorCode::BAD_SAMPLE, "Expected a file with a video stream but received one with %u streams, none of video",
         format_.raw->nb_streams);
  }
  stream_->discard = AVDISCARD_DEFAULT;
  const AVCodecParameters& p = *stream_->codecpar;
  // A parser would look for key frames in the bytes that skim() leaves out, and take the container's word back.
  const bool whole = p.codec_id == AV_CODEC_ID_H264 || p.codec_id == AV_CODEC_ID_HEVC || p.codec_id == AV_CODEC_ID_AV1;
  if (whole && is_mov()) format_.raw->flags |= AVFMT_FLAG_NOPARSE;
  info.codec = codec_of(p.codec_id);
  alpha_ = alpha_ && has_own_alpha(*stream_);
  std::snprintf(info.codec_name, sizeof info.codec_name, "%s", avcodec_get_name(p.codec_id));
  info.width = std::max(p.width, 0);
  info.height = std::max(p.height, 0);
  info.orientation = orientation_of(*stream_);
  info.time_num = stream_->time_base.num;
  info.time_den = stream_->time_base.den;
  if (info.time_num <= 0 || info.time_den <= 0) fail(ErrorCode::BAD_SAMPLE, "The video has no unit of time");
  info.header = p.extradata;
  info.header_size = p.extradata ? p.extradata_size : 0;
  info.matrix = matrix_of(number_of(p.color_space));
  info.full_range = number_of(p.color_range) == AVCOL_RANGE_JPEG;
}

// Parameter sets are in the first packet or in the header, and say more exactly than the container what a frame is.
void Video::read_size() {
  if (!next_packet()) return;
  waiting_ = true;
  AVCodecParserContext* parser = av_parser_init(stream_->codecpar->codec_id);
  if (!parser) return;
  AVCodecContext* context = avcodec_alloc_context3(codec_);
  if (context && avcodec_parameters_to_context(context, stream_->codecpar) >= 0) {
    context->width = context->height = 0;
    parser->flags |= PARSER_FLAG_COMPLETE_FRAMES;
    uint8_t* out = nullptr;
    int size = 0;
    av_parser_parse2(parser, context, &out, &size, packet_->data, packet_->size, packet_->pts, packet_->dts,
                     packet_->pos);
    const int width = parser->width > 0 ? parser->width : context->width;
    const int height = parser->height > 0 ? parser->height : context->height;
    if (width > 0 && height > 0) {
      info.width = width;
      info.height = height;
    }
  }
  avcodec_free_context(&context);
  av_parser_close(parser);
}

bool Video::next_packet() {
  if (waiting_) {
    waiting_ = false;
    return true;
  }
  for (int waits = 0;;) {
    av_packet_unref(packet_.get());
    const int result = av_read_frame(format_.raw, packet_.get());
    if (result == AVERROR(ENOMEM)) throw std::bad_alloc();
    if (read_failed_) fail(ErrorCode::BAD_SAMPLE, "The bytes of the video cannot be read");
    if (result == AVERROR(EAGAIN) && ++waits < kMostWaits) continue;
    if (result == AVERROR_EOF) {
      check_end();
      return false;
    }
    if (result < 0) {
      fail(ErrorCode::BAD_SAMPLE, "The video is damaged behind packet %lld: %s", static_cast<long long>(packets_),
           take_reason(result).c_str());
    }
    if (packet_->stream_index != stream_->index || packet_->size == 0) continue;
    ++packets_;
    return true;
  }
}

// A file that was cut off ends like others; the tables of an MP4 say how many packets there should be.
void Video::check_end() {
  if (sought_ || !is_mov()) return;
  const int entries = avformat_index_get_entries_count(stream_);
  int empty = 0;
  for (int i = 0; i < entries; ++i) empty += avformat_index_get_entry(stream_, i)->size == 0;
  if (packets_ >= entries - empty) return;
  fail(ErrorCode::BAD_SAMPLE, "Expected %d packets in the video but the file ends after %lld: it was cut off", entries,
       static_cast<long long>(packets_));
}

bool Video::read(Packet& p) {
  if (!offsets_.empty()) return read_listed(p);
  if (!next_packet()) return false;
  p.data = packet_->data;
  p.size = packet_->size;
  p.pts = time_of(packet_->pts);
  p.dts = time_of(packet_->dts);
  p.position = packet_->pos;
  p.key = packet_->flags & AV_PKT_FLAG_KEY;
  if (info.codec == Codec::vp8 || info.codec == Codec::vp9)
    p.key = p.key && is_key_alpha(alpha_beside(*packet_), info.codec);
  p.discard = packet_->flags & AV_PKT_FLAG_DISCARD;
  return true;
}

bool Video::read_listed(Packet& p) {
  if (next_listed_ == offsets_.size()) return false;
  const AVIndexEntry& e = entry(static_cast<int>(next_listed_));
  p = {};
  p.size = e.size;
  p.dts = e.timestamp;
  p.pts = e.timestamp + offsets_[next_listed_++];
  p.position = e.pos;
  p.key = e.flags & AVINDEX_KEYFRAME;
  p.discard = e.flags & AVINDEX_DISCARD_FRAME;
  return true;
}

// The tables of an MP4 say where the packets lie, and its demuxer reads nothing else between the first and the last.
// Fragments come after those, and have tables of their own.
bool Video::skim(bool on) {
  if (!is_mov()) return false;
  // What was read ahead is of the other kind. The demuxer seeks for each packet.
  io_.raw->buf_ptr = io_.raw->buf_end = io_.raw->buffer;
  skim_begin_ = skim_end_ = 0;
  offsets_.clear();
  if (!on) return false;
  const int entries = avformat_index_get_entries_count(stream_);
  skim_begin_ = entries ? INT64_MAX : 0;
  for (int i = 0; i < entries; ++i) {
    skim_begin_ = std::min(skim_begin_, entry(i).pos);
    skim_end_ = std::max(skim_end_, entry(i).pos + entry(i).size);
  }
  if (!list_packets()) offsets_.clear();
  return entries > 0;
}

// The demuxer makes each packet in memory, which takes ten times as long as its entries in the tables. Those that
// libavformat does not show are read again, which is no good where reading takes long. Returns false where the demuxer
// may see other packets than the tables have.
bool Video::list_packets() {
  const int entries = avformat_index_get_entries_count(stream_);
  if (source_.far || entries <= 0 || !waiting_ || packets_ != 1) return false;
  if (packet_->pos != entry(0).pos || packet_->size != entry(0).size || packet_->pts == AV_NOPTS_VALUE) return false;
  for (int i = 0; i < entries; ++i) {
    const AVIndexEntry& e = entry(i);
    if (e.size <= 0 || e.pos < 0 || e.size > source_.size - e.pos || e.timestamp == AV_NOPTS_VALUE) return false;
  }
  if (!read_time_offsets(source_, stream_->id, static_cast<size_t>(entries), offsets_)) return false;
  // The demuxer shifts all of them by one number.
  const int64_t shift = packet_->pts - entry(0).timestamp - offsets_[0];
  for (int32_t& offset : offsets_) {
    const int64_t shifted = offset + shift;
    if (shifted < INT32_MIN || shifted > INT32_MAX) return false;
    offset = static_cast<int32_t>(shifted);
  }
  next_listed_ = 0;
  return true;
}

void Video::seek(int64_t time) {
  waiting_ = false;
  sought_ = true;
  const int result = av_seek_frame(format_.raw, stream_->index, time, AVSEEK_FLAG_BACKWARD);
  if (result < 0) fail(ErrorCode::UNSUPPORTED, "The container cannot seek: %s", take_reason(result).c_str());
}

}  // namespace penstock::av
