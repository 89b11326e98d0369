// See video_file.h.
#include "formats/video/video_file.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/error.h"
#include "formats/video/clip_sound.h"
#include "formats/video/library.h"

namespace penstock::video {
namespace {

// Reading so many packets takes less time than finding a place.
constexpr int kNear = 8;
// Packets that are read after seeking, to find out where it has led.
constexpr int kMostTries = 4;

constexpr const char* kDamaged = "is damaged, or refers to frames that are";

bool same(const av::Packet& p, const PacketEntry& e) {
  return p.pts == e.pts && p.position == e.position && p.size == e.size;
}

}  // namespace

av::Source MemorySource::source() {
  return {this, size, [](void* user, int64_t offset, void* to, int64_t count) {
            const auto& m = *static_cast<MemorySource*>(user);
            const int64_t n = std::min(count, m.size - offset);
            if (n > 0) std::memcpy(to, m.data + offset, static_cast<size_t>(n));
            return n > 0 ? n : 0;
          }};
}

av::Source ReadSource::source() {
  return {this, size_,
          [](void* user, int64_t offset, void* to, int64_t count) {
            auto& s = *static_cast<ReadSource*>(user);
            const int64_t n = std::min(count, s.size_ - offset);
            if (n <= 0) return int64_t{0};
            try {
              s.read_(offset, static_cast<uint8_t*>(to), n);
              return n;
            } catch (...) {
              s.failure_ = std::current_exception();
              return int64_t{-1};
            }
          },
          far_};
}

VideoFile::VideoFile(const av::Source& source, int64_t max_pixels, std::shared_ptr<const VideoIndex> index, bool alpha,
                     bool sound)
    : table_(plugin()), source_(source), max_pixels_(max_pixels), alpha_(alpha), index_(std::move(index)) {
  open();
  if (index_) return;
  try {
    auto made = std::make_shared<VideoIndex>(index_video(video_, source_));
    if (sound) made->sound = list_sound(source_);
    index_ = std::move(made);
  } catch (...) {
    close();
    throw;
  }
  held_ = static_cast<int32_t>(index_->packets.size());
}

VideoFile::~VideoFile() { close(); }

void VideoFile::AvDecoder::begin(int reorder, int threads, bool fresh) {
  must(file_.table_.decode_begin(file_.video_, reorder, threads, fresh));
}

bool VideoFile::AvDecoder::decode(const av::Packet&, int64_t tag) {
  bool damaged = false;
  must(file_.table_.decode(file_.video_, tag, &damaged));
  return !damaged;
}

void VideoFile::AvDecoder::end() { must(file_.table_.decode_end(file_.video_)); }

bool VideoFile::AvDecoder::picture(av::Picture& p, bool& damaged) {
  bool got = false;
  must(file_.table_.picture(file_.video_, &p, &got, &damaged));
  return got;
}

void VideoFile::use_decoder(PacketDecoder* decoder) {
  decoder_ = decoder ? decoder : &own_;
  began_ = -1;
  had_ = 0;
}

void VideoFile::open() {
  close();
  must(table_.open(&source_, max_pixels_, alpha_, &video_));
  held_ = began_ = -1;
  had_ = 0;
}

void VideoFile::close() {
  if (video_) table_.close(video_);
  video_ = nullptr;
}

void VideoFile::refuse(int32_t number, const char* why) const {
  const double t = index_->seconds(number);
  const auto count = static_cast<long long>(frames());
  if (std::isnan(t)) fail(ErrorCode::BAD_SAMPLE, "Frame %d of %lld %s", number, count, why);
  fail(ErrorCode::BAD_SAMPLE, "Frame %d of %lld, at %.3f s, %s", number, count, t, why);
}

bool VideoFile::read() {
  if (deadline_.passed()) {
    fail(ErrorCode::BAD_SAMPLE, "Expected a video that is decoded within maxDecodeSeconds, %g, but it takes longer",
         deadline_.seconds());
  }
  bool got = false;
  must(table_.read(video_, &last_, &got));
  return got;
}

// Seeks to a packet. Returns false where what is read then is not known, or comes after it.
bool VideoFile::seek(int32_t to) {
  if (table_.seek(video_, packet(to).pts)) return false;
  for (int tries = 0; tries < kMostTries && read(); ++tries) {
    for (int32_t at = to; at >= 0; --at) {
      if (!same(last_, packet(at))) continue;
      held_ = at;
      return true;
    }
  }
  return false;
}

// Makes a packet the one that was read last.
void VideoFile::hold(int32_t to) {
  if (held_ == to) return;
  if (seeks_ && index_->timed && (to < held_ || to - held_ > kNear)) {
    seeks_ = seek(to);
    if (!seeks_) open();
  } else if (to < held_) {
    open();
  }
  while (held_ < to) {
    if (!read() || !same(last_, packet(held_ + 1))) {
      fail(ErrorCode::BAD_SAMPLE, "Packet %d of the video is another one than when it was indexed", held_ + 1);
    }
    ++held_;
  }
}

void VideoFile::begin(int32_t from) {
  hold(from);
  at_work_ = threads();
  fresh_ = disturbed_ || at_work_ != had_;
  had_ = at_work_;
  decoder_->begin(index_->reorder, at_work_, std::exchange(disturbed_, false));
  began_ = from;
  came_ = index_->timed ? frame_at(packet(from).pts) - 1 : 0;
  fed_ = from - 1;
  ended_ = false;
  given_ = 0;
  broken_.clear();
}

// Gives the decoder the next packet, or tells it that there is none.
void VideoFile::feed() {
  if (fed_ + 1 == static_cast<int32_t>(index_->packets.size())) {
    decoder_->end();
    ended_ = true;
    return;
  }
  hold(fed_ + 1);
  ++fed_;
  if (packet(fed_).spare && packet(fed_).pts < wanted_) return;
  if (!decoder_->decode(last_, fed_)) note_broken(fed_);
}

void VideoFile::note_broken(int32_t at) {
  broken_.push_back(at);
  // Those before the start that lack what they refer to disturb nothing.
  disturbed_ = disturbed_ || !index_->timed || packet(at).pts >= packet(began_).pts;
}

// The first frame that is shown at a time or later.
int32_t VideoFile::frame_at(int64_t pts) const {
  const auto earlier = [this](int32_t p, int64_t t) { return packet(p).pts < t; };
  const auto at = std::lower_bound(index_->frames.begin(), index_->frames.end(), pts, earlier);
  return static_cast<int32_t>(at - index_->frames.begin());
}

// Several threads may leave a frame out and say nothing.
void VideoFile::note_missing(int32_t tag) {
  const int32_t frame = frame_at(packet(tag).pts);
  for (int32_t i = came_ + 1; i < frame; ++i) {
    const int32_t missing = index_->frames[static_cast<size_t>(i)];
    if (!packet(missing).spare) note_broken(missing);
  }
  came_ = std::max(came_, frame);
}

// The next picture of a frame that is shown; false when there is none any more.
bool VideoFile::next_picture(av::Picture& p) {
  for (;;) {
    bool damaged = false;
    const bool got = decoder_->picture(p, damaged);
    // A complaint that comes before the first packet is about that one.
    if (damaged) note_broken(std::max(fed_, began_));
    if (!got) {
      if (ended_) return false;
      feed();
      continue;
    }
    if (p.tag < 0 || p.tag > fed_) fail(ErrorCode::BAD_SAMPLE, "The decoder gives a frame of no packet");
    if (p.damaged) note_broken(static_cast<int32_t>(p.tag));
    if (at_work_ > 1 && index_->timed && packet(p.tag).shown) note_missing(static_cast<int32_t>(p.tag));
    if (packet(p.tag).shown) return true;
  }
}

// Whether a frame or one that it may refer to was not decoded whole. Frames before the start that it needs are none of
// them, and are always broken when decoding begins there.
bool VideoFile::is_damaged(int32_t of) const {
  const int32_t start = index_->timed ? index_->start_of(of) : 0;
  const auto counts = [&](int32_t b) {
    return b >= start && b <= of && !(index_->timed && packet(b).pts < packet(start).pts);
  };
  return std::any_of(broken_.begin(), broken_.end(), counts);
}

// Whether decoding that begins at the start of a frame may find less broken: the decoder has begun before that, or has
// got a broken packet that is left out on the way to the frame.
bool VideoFile::may_find_less(int32_t wanted) const {
  if (at_work_ > 1 || !fresh_) return true;
  if (!index_->timed) return false;
  return began_ != index_->start_of(wanted) || std::any_of(broken_.begin(), broken_.end(), [&](int32_t b) {
           return b != wanted && packet(b).spare && packet(b).pts < packet(wanted).pts;
         });
}

void VideoFile::find_counted(int32_t number, av::Picture& p) {
  if (began_ < 0 || given_ > number) begin(0);
  do {
    if (!next_picture(p)) refuse(number, "does not come out of the decoder");
  } while (given_++ < number);
}

// Several threads tell of damage late and not where it is, so then one thread looks again. What one finds broken is so
// if it is when decoding begins at the frame's start, whichever frames were decoded before.
void VideoFile::find_sure(int32_t number, av::Picture& p) {
  const int32_t wanted = index_->frames[static_cast<size_t>(number)];
  try {
    find(number, p);
    if (at_work_ == 1 || broken_.empty()) return;
  } catch (const Error& e) {
    if (e.code != ErrorCode::BAD_SAMPLE || deadline_.passed() || !may_find_less(wanted)) throw;
  }
  sound_ = sound_ && at_work_ == 1;
  began_ = -1;
  disturbed_ = true;
  find(number, p);
}

int VideoFile::threads() const {
  return source_.far || deadline_.limited() || !sound_ || decoder_ != &own_ ? 1 : threads_;
}

bool VideoFile::goes_on(int32_t start) const { return began_ >= 0 && start >= began_ && start <= fed_ + 1; }

int64_t VideoFile::distance(int32_t number) const {
  const bool known = began_ >= 0 && number >= next_;
  if (!index_->timed) return known ? number - given_ : kSeek + number;
  const int32_t wanted = index_->frames[static_cast<size_t>(number)], start = index_->start_of(wanted);
  return known && goes_on(start) ? std::max(wanted - fed_, 0) : kSeek + wanted - start;
}

void VideoFile::find(int32_t number, av::Picture& p) {
  if (!index_->timed) {
    find_counted(number, p);
  } else {
    const int32_t wanted = index_->frames[static_cast<size_t>(number)], start = index_->start_of(wanted);
    wanted_ = packet(wanted).pts;
    // At a start, another number of threads costs nothing.
    if (!goes_on(start) || (began_ < start && (disturbed_ || (wanted == start && at_work_ != threads())))) {
      begin(start);
    }
    do {
      if (!next_picture(p) || packet(p.tag).pts > packet(wanted).pts)
        refuse(number, "does not come out of the decoder");
    } while (p.tag != wanted);
  }
  if (is_damaged(static_cast<int32_t>(p.tag))) refuse(number, kDamaged);
}

void VideoFile::decode(const std::vector<int32_t>& numbers, const codecs::Deadline& deadline, const Body& body) {
  deadline_ = deadline;
  // A decoder whose work was broken off is not known well enough to go on.
  if (numbers.empty() || numbers[0] < std::exchange(next_, INT32_MAX)) began_ = -1;
  // Without times it is the count of frames that tells when the last one has come.
  int32_t last = index_->timed ? 0 : INT32_MAX;
  for (const int32_t number : numbers) last = std::max(last, index_->frames[static_cast<size_t>(number)]);
  decoder_->expect(last);
  for (size_t i = 0; i < numbers.size(); ++i) {
    av::Picture p;
    find_sure(numbers[i], p);
    body(p, i);
    for (int64_t tag; (tag = decoder_->damaged()) >= 0;) note_broken(static_cast<int32_t>(tag));
    if (is_damaged(index_->frames[static_cast<size_t>(numbers[i])])) refuse(numbers[i], kDamaged);
  }
  if (!numbers.empty()) next_ = numbers.back() + 1;
}

}  // namespace penstock::video
