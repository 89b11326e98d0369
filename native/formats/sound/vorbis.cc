// Ogg pages come from libogg, which checks their sums; libvorbis decodes their packets. The length of a sound follows
// from the positions of its pages: Xiph.Org, "Vorbis I specification", appendix A.
#include "formats/sound/vorbis.h"

#include <algorithm>
#include <cinttypes>
#include <cstring>
#include <new>

#include "kernels/audio/elements.h"

namespace penstock::audio {
namespace {

// The most bytes that are handed to libogg at once, so that it keeps little memory.
constexpr size_t kPiece = 1 << 16;

[[noreturn]] void fail_headers(const char* what) {
  fail(ErrorCode::BAD_SAMPLE, "Expected the three headers of an Ogg Vorbis file but received %s", what);
}

[[noreturn]] void fail_gap() {
  fail(ErrorCode::BAD_SAMPLE, "Expected all pages of an Ogg Vorbis file but received a gap");
}

bool is_vorbis(const ogg_page& page) { return page.body_len >= 7 && !std::memcmp(page.body, "\x01vorbis", 7); }

}  // namespace

VorbisDecoder::VorbisDecoder() {
  ogg_sync_init(&sync_);
  if (ogg_stream_init(&stream_, 0)) throw std::bad_alloc();
  vorbis_info_init(&info_);
}

VorbisDecoder::~VorbisDecoder() {
  clear_books();
  vorbis_info_clear(&info_);
  ogg_stream_clear(&stream_);
  ogg_sync_clear(&sync_);
}

void VorbisDecoder::clear_books() {
  if (has_synthesis_) {
    vorbis_block_clear(&block_);
    vorbis_dsp_clear(&synthesis_);
    has_synthesis_ = false;
  }
  vorbis_info_clear(&info_);
  vorbis_info_init(&info_);
  books_.clear();
}

bool VorbisDecoder::next_page(Walk& w, ogg_page& page) {
  if (!w.at) ogg_sync_reset(&sync_);
  for (;;) {
    const int found = ogg_sync_pageout(&sync_, &page);
    if (found > 0) return true;
    // Negative: bytes that are no page were passed over.
    if (found < 0) continue;
    const size_t n = std::min(kPiece, w.bytes.size - w.at);
    if (!n) return false;
    char* to = ogg_sync_buffer(&sync_, static_cast<long>(n));
    if (!to) throw std::bad_alloc();
    std::memcpy(to, w.bytes.data + w.at, n);
    ogg_sync_wrote(&sync_, static_cast<long>(n));
    w.at += n;
  }
}

void VorbisDecoder::begin_stream(Walk& w, ogg_page& page) {
  w.serial = ogg_page_serialno(&page);
  w.headers = 0;
  w.ended = false;
  ogg_stream_reset_serialno(&stream_, w.serial);
}

bool VorbisDecoder::next_sound_page(Walk& w, ogg_page& page) {
  while (next_page(w, page)) {
    if (ogg_page_bos(&page) && (w.headers < 0 || w.ended) && is_vorbis(page)) begin_stream(w, page);
    if (w.headers < 0 || w.ended || ogg_page_serialno(&page) != w.serial) continue;
    w.ended = ogg_page_eos(&page);
    if (ogg_page_version(&page)) {
      fail(ErrorCode::BAD_SAMPLE, "Expected an Ogg file of version 0 but received %d", ogg_page_version(&page));
    }
    if (ogg_stream_pagein(&stream_, &page)) throw std::bad_alloc();
    return true;
  }
  return false;
}

bool VorbisDecoder::read_headers(Walk& w) {
  ogg_packet packet;
  while (w.headers < 3) {
    const int found = ogg_stream_packetout(&stream_, &packet);
    if (found < 0) fail_headers("a gap between them");
    if (!found) return false;
    std::string text(reinterpret_cast<const char*>(packet.packet), static_cast<size_t>(packet.bytes));
    if (w.headers == 0) w.first = std::move(text);
    if (w.headers == 1) w.comment = std::move(text);
    if (w.headers == 2) set_books(w.first, w.comment, packet);
    ++w.headers;
  }
  return true;
}

void VorbisDecoder::set_books(const std::string& first, const std::string& comment, const ogg_packet& setup) {
  std::string books = first;
  books.append(reinterpret_cast<const char*>(setup.packet), static_cast<size_t>(setup.bytes));
  if (books == books_) return;
  clear_books();
  const auto packet_of = [](const std::string& text, bool begins) {
    ogg_packet p{};
    p.packet = reinterpret_cast<unsigned char*>(const_cast<char*>(text.data()));
    p.bytes = static_cast<long>(text.size());
    p.b_o_s = begins;
    return p;
  };
  vorbis_comment tags;
  vorbis_comment_init(&tags);
  ogg_packet packets[] = {packet_of(first, true), packet_of(comment, false), setup};
  int failed = 0;
  for (ogg_packet& p : packets) failed = failed ? failed : vorbis_synthesis_headerin(&info_, &tags, &p);
  vorbis_comment_clear(&tags);
  if (failed) {
    clear_books();
    fail_headers("a damaged one");
  }
  books_ = std::move(books);
}

void VorbisDecoder::start_synthesis() {
  if (has_synthesis_) {
    vorbis_synthesis_restart(&synthesis_);
    return;
  }
  if (vorbis_synthesis_init(&synthesis_, &info_)) {
    vorbis_dsp_clear(&synthesis_);
    clear_books();
    fail_headers("code books that libvorbis refuses");
  }
  vorbis_block_init(&synthesis_, &block_);
  has_synthesis_ = true;
}

void VorbisDecoder::check_same(const Sound& s) {
  if (info_.channels == s.channels && static_cast<double>(info_.rate) == s.rate) return;
  fail(ErrorCode::UNSUPPORTED,
       "Expected one sound, or sounds of %d channels at %g Hz behind each other, in an Ogg file but received %d "
       "channels at %ld Hz",
       s.channels, s.rate, info_.channels, info_.rate);
}

namespace {

// The length of one sound of a file, from its pages.
class Length {
 public:
  // All packets that end on the page have been added.
  void add(const ogg_page& page, int64_t position) {
    if (position < 0) return;
    if (!known_) {
      // The position of the first frame: above 0 in a part of a longer stream. A stream that has lost frames at its
      // beginning, or at its end, has fewer than its blocks.
      begin_ = ogg_page_eos(&page) ? 0 : std::max<int64_t>(0, position - blocks_);
      known_ = true;
    }
    end_ = std::max(end_, position);
  }
  void add_gap() { gap_ = true; }
  void add_block(long size) {
    if (size < 0) return;
    if (last_ >= 0) blocks_ += (last_ + size) / 4;
    last_ = size;
  }
  // Positions are claims; the frames are those of the packets.
  int64_t frames() const {
    const int64_t n = end_ - begin_;
    if (n > blocks_ && gap_) fail_gap();
    if (n > blocks_) {
      fail(ErrorCode::BAD_SAMPLE,
           "Expected %" PRId64 " frames in an Ogg Vorbis file, as its pages say, but its packets have %" PRId64, n,
           blocks_);
    }
    return std::max<int64_t>(0, n);
  }

 private:
  int64_t blocks_ = 0, begin_ = 0, end_ = 0;
  long last_ = -1;
  bool known_ = false, gap_ = false;
};

}  // namespace

Sound VorbisDecoder::header(Bytes b, int64_t most) {
  Sound s;
  s.format = Format::vorbis;
  Walk w;
  w.bytes = b;
  Length length;
  ogg_page page;
  bool found = false;
  const auto end_sound = [&] {
    s.frames += length.frames();
    check_elements(s.frames, s.channels, most);
    length = {};
  };
  while (next_sound_page(w, page)) {
    const bool fresh = w.headers < 3;
    if (fresh && !read_headers(w)) continue;
    if (fresh) {
      if (!found) {
        s.channels = info_.channels;
        s.rate = static_cast<double>(info_.rate);
        check_header(s);
      }
      check_same(s);
      end_sound();
      found = true;
    }
    ogg_packet packet;
    while (const int got = ogg_stream_packetout(&stream_, &packet)) {
      got > 0 ? length.add_block(vorbis_packet_blocksize(&info_, &packet)) : length.add_gap();
    }
    // The last page of headers has a position of 0.
    if (!fresh) length.add(page, ogg_page_granulepos(&page));
  }
  if (!found) fail_headers(w.headers < 0 ? "none" : "fewer");
  end_sound();
  return s;
}

template <class T>
void VorbisDecoder::decode(Bytes b, const Sound& sound, T* out) {
  Walk w;
  w.bytes = b;
  ogg_page page;
  int64_t done = 0;
  const int channels = sound.channels;
  while (done < sound.frames && next_sound_page(w, page)) {
    const bool fresh = w.headers < 3;
    if (fresh && !read_headers(w)) continue;
    if (fresh) {
      check_same(sound);
      start_synthesis();
    }
    ogg_packet packet;
    int found;
    while ((found = ogg_stream_packetout(&stream_, &packet)) != 0) {
      if (found < 0) fail_gap();
      if (vorbis_synthesis(&block_, &packet)) continue;
      vorbis_synthesis_blockin(&synthesis_, &block_);
      float** planes;
      const int64_t made = vorbis_synthesis_pcmout(&synthesis_, &planes);
      // The first block of a sound only begins the overlap.
      if (made <= 0) continue;
      const int64_t n = std::min(made, sound.frames - done);
      for (int c = 0; c < channels; ++c) {
        const float* from = planes[c];
        T* to = out + done * channels + c;
        if (channels == 1) {
          for (int64_t i = 0; i < n; ++i) to[i] = from_float<T>(from[i]);
        } else {
          for (int64_t i = 0; i < n; ++i) to[i * channels] = from_float<T>(from[i]);
        }
      }
      done += n;
      vorbis_synthesis_read(&synthesis_, static_cast<int>(made));
    }
  }
  if (done < sound.frames) {
    fail(ErrorCode::BAD_SAMPLE,
         "Expected %" PRId64 " frames in an Ogg Vorbis file, as its pages say, but received %" PRId64, sound.frames,
         done);
  }
}

template void VorbisDecoder::decode(Bytes, const Sound&, float*);
template void VorbisDecoder::decode(Bytes, const Sound&, int16_t*);
template void VorbisDecoder::decode(Bytes, const Sound&, int32_t*);

}  // namespace penstock::audio
