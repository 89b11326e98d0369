// See video_thread.h.
#include "gpu_host/video_thread.h"

#include <algorithm>
#include <optional>

#include "formats/video/byte_stream.h"
#include "formats/video/packets.h"

namespace penstock::gpu {
namespace {

using VideoOwner = Owner<VideoDecoder, &Table::video_close>;

// Pictures that the engines decode while the one before them is made to pixels.
constexpr int kAhead = 4;

// Not VP8: the engines make other frames of a damaged one than libavcodec, and do not tell.
std::optional<VideoCodec> codec_of(av::Codec codec) {
  switch (codec) {
    case av::Codec::h264: return VideoCodec::h264;
    case av::Codec::hevc: return VideoCodec::hevc;
    case av::Codec::vp9: return VideoCodec::vp9;
    default: return std::nullopt;
  }
}

// The engines, as what decodes the packets of a video.
class EngineDecoder final : public video::PacketDecoder {
 public:
  EngineDecoder(Device* device, Stream* stream, const av::StreamInfo& info, int64_t max_pixels)
      : codec_(info.codec),
        width_(info.width),
        height_(info.height),
        orientation_(info.orientation),
        matrix_(info.matrix),
        full_range_(info.full_range),
        bytes_(info) {
    const std::optional<VideoCodec> codec = codec_of(info.codec);
    if (!codec) fail(ErrorCode::UNSUPPORTED, "%s", info.codec_name);
    must(plugin().video_open(device, stream, *codec, max_pixels, video_.out()));
  }

  void begin(int, int, bool) override {
    must(plugin().video_begin(video_));
    first_ = true;
    ended_ = false;
  }
  void expect(int64_t last_tag) override { last_ = last_tag; }
  bool decode(const av::Packet& packet, int64_t tag) override {
    note_colors(packet);
    const video::ByteStream::Bytes bytes = bytes_.packet(packet, std::exchange(first_, false));
    must(plugin().video_decode(video_, bytes.data, bytes.size, tag));
    fed_ = tag;
    return true;
  }
  void end() override {
    must(plugin().video_decode(video_, nullptr, 0, 0));
    ended_ = true;
  }
  bool picture(av::Picture& p, bool&) override {
    VideoPicture made;
    bool got = false;
    must(plugin().video_picture(video_, ended_ || fed_ >= last_ ? 0 : kAhead, &made, &got));
    if (got) p = describe(made);
    return got;
  }

  int64_t damaged() override {
    int64_t tag = -1;
    must(plugin().video_damaged(video_, &tag));
    return tag;
  }

  void pixels(const av::Picture& p, const video::ClipSpec& spec, DType dtype, void* out) {
    const video::ValueRule rule = video::rule_of(p, spec, dtype);
    const VideoPixels to = {out, &rule.matrix, video::turn_of(p, spec), dtype, rule.deep, rule.unit, rule.scale};
    must(plugin().video_pixels(video_, &to));
  }

 private:
  void note_colors(const av::Packet& packet) {
    const video::PacketColors found = video::colors_of(codec_, packet);
    if (!found.found) return;
    const bool changes = colored_ && (found.matrix != matrix_ || found.full_range != full_range_);
    if (changes) fail(ErrorCode::UNSUPPORTED, "colours that change");
    matrix_ = found.matrix;
    full_range_ = found.full_range;
    colored_ = true;
  }
  // What a frame says of its colours, what the container says, or neither: as libavcodec has it.
  void color(av::Picture& p, const VideoPicture& made) const {
    p.matrix = matrix_;
    p.full_range = full_range_;
    if (codec_ != av::Codec::h264 && codec_ != av::Codec::hevc) return;
    p.full_range = made.full_range;
    const av::Matrix own = av::matrix_of(made.matrix);
    if (codec_ == av::Codec::hevc || own != av::Matrix::unknown) p.matrix = own;
    // Whether the frames say that their range is limited, or nothing, is not known here.
    if (codec_ == av::Codec::h264 && full_range_ && !made.full_range) fail(ErrorCode::UNSUPPORTED, "a doubtful range");
  }
  av::Picture describe(const VideoPicture& made) const {
    // The container's size is what the output was made for.
    if (width_ && (made.width != width_ || made.height != height_))
      fail(ErrorCode::UNSUPPORTED, "frames of another size");
    av::Picture p{};
    p.components = 3;
    p.width = made.width;
    p.height = made.height;
    p.orientation = orientation_;
    p.depth = made.depth;
    p.shift_x = p.shift_y = 1;
    p.tag = made.tag;
    color(p, made);
    return p;
  }

  const av::Codec codec_;
  const int width_, height_, orientation_;
  av::Matrix matrix_;  // of the container, or of a packet
  bool full_range_;    // likewise
  bool colored_ = false;
  video::ByteStream bytes_;
  VideoOwner video_;
  bool first_ = true, ended_ = false;
  int64_t last_ = 0, fed_ = 0;
};

// A decoder that a file uses for some time.
struct Uses {
  Uses(video::VideoFile& file, video::PacketDecoder& decoder) : file(file) { file.use_decoder(&decoder); }
  ~Uses() { file.use_decoder(nullptr); }
  Uses(const Uses&) = delete;
  video::VideoFile& file;
};

// What threads may find to be otherwise, and what they can decode.
bool is_refusal(const Error& e) {
  return e.code == ErrorCode::UNSUPPORTED || e.code == ErrorCode::BAD_SAMPLE || e.code == ErrorCode::OUT_OF_MEMORY;
}

TensorView frame_of(const TensorView& out, int64_t number) {
  TensorView frame = out;
  frame.shape = {out.shape[1], out.shape[2], out.shape[3]};
  frame.data = out.as<uint8_t>() + number * frame.bytes();
  return frame;
}

}  // namespace

void VideoThread::begin_batch(Event* begun, DecodeCounts& counts) {
  begun_ = begun;
  counts_ = &counts;
  used_ = false;
}

void VideoThread::open() {
  if (!stream_) {
    must(plugin().stream_open(device_, stream_.out()));
    must(plugin().event_open(device_, done_.out()));
  }
  if (!used_) must(plugin().event_wait(begun_, stream_));
  used_ = true;
}

void VideoThread::decode(video::VideoFile& file, const video::ClipSpec& spec, const std::vector<int32_t>& numbers,
                         Scratch& scratch, const TensorView& out) {
  open();
  try {
    by_engines(file, spec, numbers, out);
    counts_->hardware.note(1, file.bytes());
    return;
  } catch (const Error& e) {
    if (!is_refusal(e)) throw;
    counts_->note_fallback(e.code == ErrorCode::UNSUPPORTED     ? e.message
                           : e.code == ErrorCode::OUT_OF_MEMORY ? "no device memory for the engines"
                                                                : "damaged data");
  }
  by_thread(file, spec, numbers, scratch, out);
  counts_->cpu.note(1, file.bytes());
}

// Frames that are not decoded: further places of those that are, and those of the fill value.
void VideoThread::write_others(video::ClipWriter& writer, const video::ClipSpec& spec, const TensorView& out) {
  writer.copy = [this, &out](size_t from, size_t to) {
    const TensorView source = frame_of(out, static_cast<int64_t>(from));
    must(plugin().copy(stream_, frame_of(out, static_cast<int64_t>(to)).data, source.data, source.bytes()));
  };
  writer.blank = [this, &spec, &out](size_t i) {
    const TensorView to = frame_of(out, static_cast<int64_t>(i));
    std::vector<uint8_t> bytes(static_cast<size_t>(to.bytes()));
    TensorView made = to;
    made.data = bytes.data();
    video::fill_frame(spec, made);
    copy(to, bytes.data());
  };
}

void VideoThread::by_engines(video::VideoFile& file, const video::ClipSpec& spec, const std::vector<int32_t>& numbers,
                             const TensorView& out) {
  if (spec.alpha) fail(ErrorCode::UNSUPPORTED, "imageType 'rgba'");
  EngineDecoder engines(device_, stream_, file.stream(), spec.max_pixels);
  const Uses uses(file, engines);
  video::ClipWriter writer;
  writer.frame = [&](const av::Picture& p, size_t i) {
    engines.pixels(p, spec, out.dtype, frame_of(out, static_cast<int64_t>(i)).data);
  };
  write_others(writer, spec, out);
  video::decode_frames(file, spec, {out.shape[2], out.shape[1]}, numbers, writer);
}

void VideoThread::by_thread(video::VideoFile& file, const video::ClipSpec& spec, const std::vector<int32_t>& numbers,
                            Scratch& scratch, const TensorView& out) {
  video::ClipWriter writer;
  writer.frame = [&](const av::Picture& p, size_t i) {
    const TensorView to = frame_of(out, static_cast<int64_t>(i));
    Staging& staging = staging_[turn_ ^= 1];
    TensorView made = to;
    made.data = staging.room(device_, to.bytes());
    video::convert_frame(p, spec, scratch, made);
    must(plugin().copy(stream_, to.data, made.data, to.bytes()));
    must(plugin().event_record(staging.sent, stream_));
    staging.pending = true;
  };
  write_others(writer, spec, out);
  video::decode_frames(file, spec, {out.shape[2], out.shape[1]}, numbers, writer);
}

void VideoThread::copy(const TensorView& to, const void* from) {
  open();
  must(plugin().copy(stream_, to.data, from, to.bytes()));
}

void VideoThread::join(Stream* stream) {
  if (!used_) return;
  must(plugin().event_record(done_, stream_));
  must(plugin().event_wait(done_, stream));
}

}  // namespace penstock::gpu
