// See video_decoder.h. libnvcuvid's parser calls back from within cuvidParseVideoData: once it knows the stream's
// format, for each picture that is to be decoded, and for each that is to be shown.
#include <algorithm>
#include <chrono>
#include <thread>

#include "gpu_plugin/video/video_decoder.h"

namespace penstock::gpu {
namespace {

// Surfaces beside those that decoding needs: for pictures that wait to be shown while others are decoded.
constexpr unsigned kSpare = 6;
constexpr unsigned kMostSurfaces = 32;
// Between two questions whether a picture is decoded. Several more are being decoded meanwhile.
constexpr std::chrono::microseconds kPoll{30};
// A picture takes milliseconds, and a second where many threads decode large ones.
constexpr std::chrono::seconds kLongest{20};

cudaVideoCodec codec_of(VideoCodec codec) {
  switch (codec) {
    case VideoCodec::h264: return cudaVideoCodec_H264;
    case VideoCodec::hevc: return cudaVideoCodec_HEVC;
    case VideoCodec::vp9: return cudaVideoCodec_VP9;
  }
  fail(ErrorCode::INTERNAL, "Expected a codec of the engines");
}

// Whether pictures are shown in another order than they are decoded in; of these codecs the engines say which pictures
// are damaged.
bool reorders(cudaVideoCodec codec) { return codec == cudaVideoCodec_H264 || codec == cudaVideoCodec_HEVC; }

}  // namespace

VideoDecoder::VideoDecoder(Device& device, cudaStream_t stream, VideoCodec codec, int64_t max_pixels)
    : device_(device), stream_(stream), codec_(codec_of(codec)), max_pixels_(max_pixels) {
  cuvid_library();
}

VideoDecoder::~VideoDecoder() {
  cudaSetDevice(device_.id);
  end_parser();
  forget_shown();
  if (session_) give_back_session(std::move(session_));
}

void VideoDecoder::end_parser() {
  if (parser_) cuvid_library().cuvidDestroyVideoParser(parser_);
  parser_ = nullptr;
}

// A frame that was copied for nobody.
void VideoDecoder::forget(Shown& s) {
  if (s.mapped) session_->queued(*s.mapped, stream_);
  s.mapped = nullptr;
}

void VideoDecoder::forget_shown() {
  if (has_last_) forget(last_);
  has_last_ = false;
  for (Shown& s : shown_) forget(s);
  shown_.clear();
}

// Exceptions must not cross the library. Returns 0 after one, which ends the parser's call.
template <class F>
int VideoDecoder::call(F body) {
  if (failure_) return 0;
  try {
    return body();
  } catch (...) {
    failure_ = std::current_exception();
    return 0;
  }
}

// A parser keeps something of the stream before it, whatever flags it is given, so each start has one of its own.
void VideoDecoder::begin() {
  end_parser();
  forget_shown();
  unchecked_.clear();
  damaged_.clear();
  tags_.assign(kMostSurfaces, -1);
  ended_ = false;
  failure_ = nullptr;
  CUVIDPARSERPARAMS p = {};
  p.CodecType = codec_;
  p.ulMaxNumDecodeSurfaces = 1;  // until the format is known
  p.ulErrorThreshold = 100;
  p.ulMaxDisplayDelay = 0;
  p.pUserData = this;
  p.pfnSequenceCallback = [](void* self, CUVIDEOFORMAT* format) {
    auto& d = *static_cast<VideoDecoder*>(self);
    return d.call([&] { return d.start(*format); });
  };
  p.pfnDecodePicture = [](void* self, CUVIDPICPARAMS* picture) {
    auto& d = *static_cast<VideoDecoder*>(self);
    return d.call([&] { return d.decode_into(*picture), 1; });
  };
  p.pfnDisplayPicture = [](void* self, CUVIDPARSERDISPINFO* shown) {
    auto& d = *static_cast<VideoDecoder*>(self);
    return d.call([&] { return d.show(*shown), 1; });
  };
  check_cuvid(cuvid_library().cuvidCreateVideoParser(&parser_, &p), "making a parser");
}

// Returns the number of surfaces that the parser may use.
int VideoDecoder::start(const CUVIDEOFORMAT& f) {
  const auto& area = f.display_area;
  if (f.chroma_format != cudaVideoChromaFormat_420) fail(ErrorCode::UNSUPPORTED, "colour that is not 4:2:0");
  if (f.bit_depth_luma_minus8 != f.bit_depth_chroma_minus8) fail(ErrorCode::UNSUPPORTED, "several depths of bits");
  if (!f.progressive_sequence) fail(ErrorCode::UNSUPPORTED, "fields");
  if (area.left || area.top) fail(ErrorCode::UNSUPPORTED, "frames that begin within others");
  VideoFormat format = {codec_, 8 + f.bit_depth_luma_minus8, f.coded_width, f.coded_height, 0};
  const VideoPicture kind = {0,
                             area.right,
                             area.bottom,
                             format.depth,
                             f.video_signal_description.matrix_coefficients,
                             f.video_signal_description.video_full_range_flag != 0};
  if (max_pixels_ && int64_t{kind.width} * kind.height > max_pixels_) fail(ErrorCode::UNSUPPORTED, "large frames");
  if (kind.width <= 0 || kind.height <= 0 || static_cast<unsigned>(kind.width) > format.width ||
      static_cast<unsigned>(kind.height) > format.height) {
    fail(ErrorCode::UNSUPPORTED, "frames of no size");
  }
  expect_supported(device_, format);
  format.surfaces = std::min(std::max<unsigned>(f.min_num_decode_surfaces, 1) + kSpare, kMostSurfaces);
  // The pictures that the parser has not shown yet lie in the session's surfaces.
  if (session_ && !session_->is_for(format)) {
    if (!unchecked_.empty() || !shown_.empty()) fail(ErrorCode::UNSUPPORTED, "frames of several sizes");
    give_back_session(std::move(session_));
  }
  if (!session_) session_ = take_session(device_, format);
  kind_ = kind;
  return static_cast<int>(session_->format().surfaces);
}

// The times that the parser gives pictures are those of packets, in the order of times, whatever these were; so it is
// the surface that says whose picture it is. One of VP9 may be shown again, by a packet of its own.
void VideoDecoder::show(const CUVIDPARSERDISPINFO& info) {
  const int64_t tag = reorders(codec_) ? tags_.at(static_cast<size_t>(info.picture_index)) : tag_;
  shown_.push_back({info, tag, nullptr});
}

// Asks the engines whether they have found a surface damaged. Of one that they still work on nothing is known yet.
void VideoDecoder::ask_for_damage(int surface, bool wait) {
  const auto at = std::find(unchecked_.begin(), unchecked_.end(), surface);
  if (at == unchecked_.end()) return;
  CUVIDGETDECODESTATUS status = {};
  const auto begun = std::chrono::steady_clock::now();
  for (;; std::this_thread::sleep_for(kPoll)) {
    check_cuvid(cuvid_library().cuvidGetDecodeStatus(session_->raw(), surface, &status), "telling of damage");
    if (status.decodeStatus != cuvidDecodeStatus_InProgress) break;
    if (!wait) return;
    if (std::chrono::steady_clock::now() - begun > kLongest) fail(ErrorCode::UNSUPPORTED, "engines that do not answer");
  }
  unchecked_.erase(at);
  const bool error = status.decodeStatus == cuvidDecodeStatus_Error;
  if (error || status.decodeStatus == cuvidDecodeStatus_Error_Concealed) {
    damaged_.push_back(tags_.at(static_cast<size_t>(surface)));
  }
}

int64_t VideoDecoder::damaged() {
  if (damaged_.empty()) return -1;
  const int64_t tag = damaged_.front();
  damaged_.pop_front();
  return tag;
}

// The parser is done with a surface when it has shown its picture, which may wait here to be asked for.
void VideoDecoder::free_surface(int surface) {
  for (Shown& s : shown_) {
    if (s.info.picture_index == surface && !s.mapped) s.mapped = &session_->map(s.info, stream_);
  }
  if (has_last_ && last_.info.picture_index == surface && !last_.mapped) has_last_ = false;
  ask_for_damage(surface, true);
}

void VideoDecoder::decode_into(CUVIDPICPARAMS& p) {
  if (!session_ || p.CurrPicIdx < 0 || p.CurrPicIdx >= static_cast<int>(kMostSurfaces)) {
    fail(ErrorCode::UNSUPPORTED, "damaged data");
  }
  free_surface(p.CurrPicIdx);
  tags_[static_cast<size_t>(p.CurrPicIdx)] = tag_;
  check_cuvid(cuvid_library().cuvidDecodePicture(session_->raw(), &p), "decoding");
  if (reorders(codec_)) unchecked_.push_back(p.CurrPicIdx);
}

void VideoDecoder::decode(const uint8_t* data, int64_t size, int64_t tag) {
  if (!parser_) fail(ErrorCode::INTERNAL, "Expected a video that has begun");
  device_.enter();
  tag_ = tag;
  CUVIDSOURCEDATAPACKET packet = {};
  packet.payload = data;
  packet.payload_size = static_cast<tcu_ulong>(size);
  packet.timestamp = tag;
  packet.flags = CUVID_PKT_TIMESTAMP;
  if (!data) packet.flags = CUVID_PKT_ENDOFSTREAM;
  // Without it the parser waits for the packet after this one.
  if (data && reorders(codec_)) packet.flags |= CUVID_PKT_ENDOFPICTURE;
  ended_ = ended_ || !data;
  const CUresult result = cuvid_library().cuvidParseVideoData(parser_, &packet);
  if (failure_) std::rethrow_exception(failure_);
  check_cuvid(result, "reading a packet");
}

bool VideoDecoder::picture(int ahead, VideoPicture& p) {
  if (has_last_) forget(last_);
  has_last_ = false;
  if (shown_.empty() || (!ended_ && shown_.size() <= static_cast<size_t>(ahead))) return false;
  last_ = shown_.front();
  has_last_ = true;
  shown_.pop_front();
  p = kind_;
  p.tag = last_.tag;
  return true;
}

void VideoDecoder::pixels(const VideoPixels& to) {
  if (!has_last_) fail(ErrorCode::INTERNAL, "Expected a picture whose pixels are still there");
  device_.enter();
  VideoSession::Output& from = last_.mapped ? *last_.mapped : session_->map(last_.info, stream_);
  has_last_ = false;
  const auto* luma = reinterpret_cast<const uint8_t*>(from.at);
  make_video_pixels(to, kind_, luma, luma + from.pitch * session_->output_rows(), from.pitch, stream_);
  session_->queued(from, stream_);
  // When the picture is decoded, which mapping does not wait for, all that it refers to is, too.
  if (!last_.mapped) ask_for_damage(last_.info.picture_index, true);
  for (const int surface : std::vector<int>(unchecked_)) ask_for_damage(surface, false);
}

}  // namespace penstock::gpu
