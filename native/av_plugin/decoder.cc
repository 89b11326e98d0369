// Decoding, and what it finds damaged. Of much damage libavcodec tells by no result and no flag: it writes a message,
// or nothing. So its messages are listened to, the results of a picture's parts are looked at, and so is memory that it
// should have written.
#include <algorithm>
#include <cstring>
#include <memory>
#include <new>

#include "av_plugin/video.h"

namespace penstock::av {
namespace {

// Each thread of a decoder has frames of its own.
constexpr int kMostThreads = 8;

// Codecs whose groups of pictures are long and take long. Decoders of the others tell less of damage when they have
// threads, or leave in a damaged picture what the thread had before.
bool takes_threads(AVCodecID id) {
  return id == AV_CODEC_ID_H264 || id == AV_CODEC_ID_HEVC || id == AV_CODEC_ID_VP9 || id == AV_CODEC_ID_AV1;
}

bool begins_with(const char* text, const char* with) { return !std::strncmp(text, with, std::strlen(with)); }

// Whether a message tells of damage. Decoders say of good streams, too, that messages for other programs are wrong in
// them, that a shape or a rate makes no sense, or that pictures are to be given up which lie before the start. That
// they have made up parts of a picture they say as if it were no error.
bool is_complaint(int level, const char* format) {
  constexpr const char* kHarmless[] = {"SEI type",
                                       "non-existing SPS %d referenced in buffering period",
                                       "illegal aspect ratio",
                                       "time_scale/num_units_in_tick invalid",
                                       "mmco: unref short failure",
                                       "unable to decode APP fields"};
  if (level > AV_LOG_ERROR) return begins_with(format, "concealing");
  return std::none_of(std::begin(kHarmless), std::end(kHarmless),
                      [&](const char* text) { return begins_with(format, text); });
}

// The Video whose decoder this thread runs: not all that complain in it say whose they are.
thread_local Video* at_work = nullptr;

struct AtWork {
  explicit AtWork(Video* video) { at_work = video; }
  ~AtWork() { at_work = nullptr; }
  AtWork(const AtWork&) = delete;
};

// Runs the parts of a picture as libavcodec does, and looks at their results, which some decoders do not.
template <auto Run, class Part, class... Size>
int run_parts(AVCodecContext* c, Part part, void* arg, int* results, int count, Size... size) {
  const std::unique_ptr<int[]> own(results ? nullptr : new (std::nothrow) int[static_cast<size_t>(count)]());
  int* const found = results ? results : own.get();
  const int result = Run(c, part, arg, found, count, size...);
  if (!found || std::any_of(found, found + count, [](int r) { return r < 0; })) {
    static_cast<Video*>(c->opaque)->note(AV_LOG_ERROR, "a part of a picture");
  }
  return result;
}

}  // namespace

void note_trouble(void* from, int level, const char* format) {
  Video* video = at_work;
  // Contexts of threads are copies of the decoder's.
  if (from && *static_cast<AVClass**>(from) == avcodec_get_class()) {
    if (void* of = static_cast<AVCodecContext*>(from)->opaque) video = static_cast<Video*>(of);
  }
  if (video) video->note(level, format);
}

void Video::note(int level, const char* format) {
  if (is_complaint(level, format)) troubled_ = true;
}

int Video::give_memory(AVCodecContext* c, AVFrame* frame, int flags) {
  const int result = avcodec_default_get_buffer2(c, frame, flags);
  if (result < 0) return result;
  try {
    static_cast<Video*>(c->opaque)->marked_.mark(*c, *frame);
  } catch (const std::bad_alloc&) {
    return AVERROR(ENOMEM);
  }
  return result;
}

bool Video::complains() { return threads_ > 1 ? troubled_.load() : troubled_.exchange(false); }

void Video::begin(int reorder, int threads, bool fresh) {
  // Pictures and their alpha come together from one thread.
  threads = takes_threads(codec_->id) && !alpha_ ? std::min(threads, kMostThreads) : 1;
  if (alpha_) av_frame_unref(alpha_frame_.get());
  if (decoder_ && !fresh && reorder_ == reorder && threads_ == threads) {
    avcodec_flush_buffers(decoder_.get());
    if (alpha_) avcodec_flush_buffers(alpha_decoder_.get());
    marked_.clear();
    troubled_ = false;
    return;
  }
  decoder_.reset();
  alpha_decoder_.reset();
  threads_ = threads;
  reorder_ = reorder;
  auto made = make_decoder(reorder, threads);
  if (alpha_) alpha_decoder_ = make_decoder(reorder, threads);
  decoder_ = std::move(made);
  marked_.clear();
  // Messages of the decoder before, and of this one at its opening, concern no packet.
  troubled_ = false;
}

std::unique_ptr<AVCodecContext, Freed<avcodec_free_context>> Video::make_decoder(int reorder, int threads) {
  decltype(decoder_) made(avcodec_alloc_context3(codec_));
  if (!made || avcodec_parameters_to_context(made.get(), stream_->codecpar) < 0) throw std::bad_alloc();
  // While the caller works on a picture, the thread that it came of has no packet.
  made->thread_count = threads > 1 ? threads + 1 : 1;
  made->opaque = this;
  if (MarkedFrames::suits(*codec_)) {
    made->get_buffer2 = give_memory;
#if LIBAVCODEC_VERSION_MAJOR < 60
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    made->thread_safe_callbacks = 1;
#pragma GCC diagnostic pop
#endif
  }
  // The caller knows which frames are exact. libavcodec would leave out some that are: the last ones of a stream, after
  // a start that other frames cross.
  made->flags |= AV_CODEC_FLAG_OUTPUT_CORRUPT;
  // Pixels do not depend on the processor: libavcodec has averages for x86 and a transform for arm64 that round
  // otherwise.
  made->flags |= AV_CODEC_FLAG_BITEXACT;
  made->idct_algo = FF_IDCT_SIMPLE;
  made->pkt_timebase = stream_->time_base;
  // A decoder that learns of reordering while it decodes loses the frames that it has given too early.
  made->has_b_frames = reorder;
  if (max_pixels_) made->max_pixels = max_pixels_;
  const int result = avcodec_open2(made.get(), codec_, nullptr);
  if (result == AVERROR(ENOMEM)) throw std::bad_alloc();
  if (result < 0) {
    fail(ErrorCode::BAD_SAMPLE, "The decoder for %s refuses the stream: %s", info.codec_name,
         take_reason(result).c_str());
  }
  if (threads == 1) {
    made->execute = run_parts<avcodec_default_execute, int (*)(AVCodecContext*, void*), int>;
    made->execute2 = run_parts<avcodec_default_execute2, int (*)(AVCodecContext*, void*, int, int)>;
  }
  return made;
}

// Gives the packet of alpha beside packet_ to its decoder.
void Video::decode_alpha(int64_t tag) {
  av_frame_unref(alpha_frame_.get());
  const AlphaPacket beside = alpha_beside(*packet_);
  if (!beside.data) return;
  av_packet_unref(alpha_packet_.get());
  if (av_new_packet(alpha_packet_.get(), beside.size) < 0) throw std::bad_alloc();
  std::memcpy(alpha_packet_->data, beside.data, static_cast<size_t>(beside.size));
  alpha_packet_->pts = alpha_packet_->dts = tag;
  int result = avcodec_send_packet(alpha_decoder_.get(), alpha_packet_.get());
  if (result == AVERROR(ENOMEM)) throw std::bad_alloc();
  if (result < 0) troubled_ = true;
  while (result >= 0) {
    result = avcodec_receive_frame(alpha_decoder_.get(), frame_.get());
    if (result >= 0) std::swap(frame_, alpha_frame_);
  }
  if (result == AVERROR(ENOMEM)) throw std::bad_alloc();
  if (result != AVERROR(EAGAIN)) troubled_ = true;
}

// The luma of the alpha of a picture's packet.
void Video::add_alpha(Picture& p) {
  if (alpha_frame_->pts != p.tag || !alpha_frame_->data[0]) return;
  const Picture alpha = describe(*alpha_frame_);
  if (alpha.width != p.width || alpha.height != p.height || alpha.depth != p.depth) {
    fail(ErrorCode::UNSUPPORTED,
         "Expected alpha of the picture's size, %d x %d of %d bits, but received %d x %d of %d bits", p.width, p.height,
         p.depth, alpha.width, alpha.height, alpha.depth);
  }
  p.alpha = alpha.component[0];
}

bool Video::decode(int64_t tag) {
  // The picture of a packet has its time.
  packet_->pts = packet_->dts = tag;
  // Which frames are shown is the caller's business.
  packet_->flags &= ~AV_PKT_FLAG_DISCARD;
  const AtWork at(this);
  if (alpha_) decode_alpha(tag);
  const int result = avcodec_send_packet(decoder_.get(), packet_.get());
  if (result == AVERROR(ENOMEM)) throw std::bad_alloc();
  if (threads_ == 1 && marked_.take_untouched(INT64_MAX)) troubled_ = true;
  return result >= 0 && !(packet_->flags & AV_PKT_FLAG_CORRUPT);
}

void Video::end() {
  const AtWork at(this);
  avcodec_send_packet(decoder_.get(), nullptr);
}

bool Video::picture(Picture& p) {
  const AtWork at(this);
  av_frame_unref(frame_.get());
  for (;;) {
    const int result = avcodec_receive_frame(decoder_.get(), frame_.get());
    if (result == AVERROR(ENOMEM)) throw std::bad_alloc();
    if (result == AVERROR(EAGAIN) || result == AVERROR_EOF) return false;
    if (result < 0) {  // A packet that no frame could be made of.
      troubled_ = true;
      continue;
    }
    // With several threads, packets up to the picture's are decoded.
    if (threads_ > 1 && marked_.take_untouched(frame_->pts)) troubled_ = true;
    p = describe(*frame_);
    if (alpha_) add_alpha(p);
    p.orientation = info.orientation;
    // H.264's decoder marks so what it would leave out.
    p.damaged = frame_->decode_error_flags || (info.codec != Codec::h264 && (frame_->flags & AV_FRAME_FLAG_CORRUPT));
    return true;
  }
}

}  // namespace penstock::av
