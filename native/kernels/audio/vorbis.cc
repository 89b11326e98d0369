// Ogg pages come from libogg, which checks their sums; libvorbis decodes their packets. The length of a sound follows
// from the positions of its pages: Xiph.Org, "Vorbis I specification", appendix A.
#include "kernels/audio/vorbis.h"

#include <algorithm>
#include <cinttypes>
#include <cstring>
#include <new>

#include "kernels/audio/elements.h"

namespace penstock::audio {
namespace {

// The most bytes that are handed to libogg at once, so that it keeps little memory.
constexpr size_t kPiece = 1 << 16;
// The most frames that a packet adds: half of each of two blocks of 8192.
constexpr int64_t kMostPerPacket = 8192;

[[noreturn]] void fail_headers(const char* what) {
  fail(ErrorCode::BAD_SAMPLE, "Expected the three headers of an Ogg Vorbis file but received %s", what);
}

bool is_vorbis(const ogg_page& page) { return page.body_len >= 7 && !std::memcmp(page.body, "\x01vorbis", 7); }

// The packets that end on a page.
int64_t packets_of(const ogg_page& page) {
  int64_t n = 0;
  for (int i = 0; i < page.header[26]; ++i) n += page.header[27 + i] < 255;
  return n;
}

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
  // `blocks` has the sizes of the packets that end on the page, up to the first page that has a position.
  void add(const ogg_page& page, int64_t position) {
    packets_ += packets_of(page);
    if (position < 0) return;
    if (!known_) {
      // The position of the first frame: above 0 in a part of a longer stream. A stream that has lost frames at its
      // beginning, or at its end, has fewer than its blocks.
      begin_ = ogg_page_eos(&page) ? 0 : std::max<int64_t>(0, position - blocks_);
      known_ = true;
    }
    end_ = std::max(end_, position);
  }
  bool known() const { return known_; }
  void add_block(long size) {
    if (size < 0) return;
    if (last_ >= 0) blocks_ += (last_ + size) / 4;
    last_ = size;
  }
  int64_t frames() const {
    const int64_t n = std::max<int64_t>(0, end_ - begin_);
    if (n > packets_ * kMostPerPacket) {
      fail(ErrorCode::BAD_SAMPLE,
           "Expected at most %lld frames in the %lld packets of an Ogg Vorbis file but received %lld",
           static_cast<long long>(packets_ * kMostPerPacket), static_cast<long long>(packets_),
           static_cast<long long>(n));
    }
    return n;
  }

 private:
  int64_t packets_ = 0, blocks_ = 0, begin_ = 0, end_ = 0;
  long last_ = -1;
  bool known_ = false;
};

}  // namespace

Sound VorbisDecoder::header(Bytes b) {
  Sound s;
  s.format = Format::vorbis;
  Walk w;
  w.bytes = b;
  Length length;
  ogg_page page;
  int before = -1;
  while (next_sound_page(w, page)) {
    const bool fresh = w.headers < 3;
    if (fresh && !read_headers(w)) continue;
    if (fresh) {
      if (before < 0) {
        s.channels = info_.channels;
        s.rate = static_cast<double>(info_.rate);
        check_header(s);
      }
      check_same(s);
      s.frames += length.frames();
      length = {};
      before = 0;
    }
    ogg_packet packet;
    int found;
    while (!length.known() && (found = ogg_stream_packetout(&stream_, &packet)) != 0) {
      // Negative: a gap, without a packet.
      if (found > 0) length.add_block(vorbis_packet_blocksize(&info_, &packet));
    }
    // The last page of headers has a position of 0.
    if (!fresh) length.add(page, ogg_page_granulepos(&page));
    if (length.known()) ogg_stream_reset_serialno(&stream_, w.serial);
  }
  if (before < 0) fail_headers(w.headers < 0 ? "none" : "fewer");
  s.frames += length.frames();
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
      if (found < 0) fail(ErrorCode::BAD_SAMPLE, "Expected all pages of an Ogg Vorbis file but received a gap");
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
