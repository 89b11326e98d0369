// See input.h. Only containers of this list are opened: others of libavformat open further files, or are no videos.
#include "av_plugin/input.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace penstock::av {
namespace {

constexpr const char* kContainers = "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,ogg,flv,ivf";
// What is read at once: little where it is copied from memory, as a header is read at one end of a file and its tables
// at the other.
constexpr int kNearBuffer = 16 << 10, kFarBuffer = 64 << 10;
// Streams of a file; more are no video.
constexpr int kMaxStreams = 64;
// The container of a file that says it in its first bytes: asking all of libavformat's takes a third of the time of
// opening. Null: they are asked.
const AVInputFormat* known_container(const Source& source) {
  uint8_t head[8];
  if (source.far || source.read(source.user, 0, head, sizeof head) != sizeof head) return nullptr;
  return std::memcmp(head + 4, "ftyp", 4) ? nullptr : av_find_input_format("mov");
}

}  // namespace

void Input::open_input() {
  avformat_close_input(&format_.raw);
  if (io_.raw) av_freep(&io_.raw->buffer);
  avio_context_free(&io_.raw);
  at_ = 0;
  read_failed_ = false;
  const int size = source_.far ? kFarBuffer : kNearBuffer;
  auto* buffer = static_cast<unsigned char*>(av_malloc(static_cast<size_t>(size)));
  const auto read = [](void* opaque, uint8_t* to, int count) -> int {
    auto& v = *static_cast<Input*>(opaque);
    const int64_t left = v.source_.size - v.at_;
    if (left <= 0) return AVERROR_EOF;
    int64_t most = std::min<int64_t>(left, count);
    if (v.at_ < v.skim_end_) {
      const bool skims = v.at_ >= v.skim_begin_;
      most = std::min(most, (skims ? v.skim_end_ : v.skim_begin_) - v.at_);
      if (skims) std::memset(to, 0, static_cast<size_t>(most));
      if (skims) return static_cast<int>(v.at_ += most, most);
    }
    const int64_t n = v.source_.read(v.source_.user, v.at_, to, most);
    if (n < 0) v.read_failed_ = true;
    if (n <= 0) return n < 0 ? AVERROR(EIO) : AVERROR_EOF;
    v.at_ += n;
    return static_cast<int>(n);
  };
  const auto seek = [](void* opaque, int64_t offset, int whence) -> int64_t {
    auto& v = *static_cast<Input*>(opaque);
    whence &= ~AVSEEK_FORCE;
    if (whence == AVSEEK_SIZE) return v.source_.size;
    const int64_t to = whence == SEEK_CUR ? v.at_ + offset : whence == SEEK_END ? v.source_.size + offset : offset;
    if (to < 0) return AVERROR(EINVAL);
    return v.at_ = to;
  };
  io_.raw = avio_alloc_context(buffer, size, 0, this, read, nullptr, seek);
  format_.raw = avformat_alloc_context();
  if (!io_.raw || !format_.raw) throw std::bad_alloc();
  format_.raw->pb = io_.raw;
  format_.raw->max_streams = kMaxStreams;
  format_.raw->flags |= AVFMT_FLAG_CUSTOM_IO;
  AVDictionary* options = nullptr;
  av_dict_set(&options, "format_whitelist", kContainers, 0);
  av_dict_set(&options, "protocol_whitelist", "none", 0);
  const int result = avformat_open_input(&format_.raw, "", known_container(source_), &options);
  av_dict_free(&options);
  if (result == AVERROR(ENOMEM)) throw std::bad_alloc();
  if (result < 0) {
    fail(ErrorCode::BAD_SAMPLE, "Expected a video file (%s) but received %lld bytes that are none, or are damaged: %s",
         "MP4, MOV, Matroska, WebM, AVI, MPEG-TS, MPEG-PS, Ogg, FLV, IVF", static_cast<long long>(source_.size),
         take_reason(result).c_str());
  }
  // The others say in their headers all that packets need.
  if (is_mov() || !std::strncmp(format_.raw->iformat->name, "matroska", 8)) return;
  const int probed = avformat_find_stream_info(format_.raw, nullptr);
  if (probed < 0)
    fail(ErrorCode::BAD_SAMPLE, "The streams of the file cannot be read: %s", take_reason(probed).c_str());
}

bool Input::is_mov() const { return !std::strncmp(format_.raw->iformat->name, "mov,", 4); }

}  // namespace penstock::av
