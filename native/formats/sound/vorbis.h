// Ogg Vorbis through libvorbis. Files of one encoder and setting have equal code books, so a thread keeps those of the
// last file, with all tables that are made of them, for as long as the next file has the same.
#pragma once
#include <ogg/ogg.h>
#include <vorbis/codec.h>

#include <string>

#include "formats/sound/sound.h"

namespace penstock::audio {

class VorbisDecoder {
 public:
  VorbisDecoder();
  ~VorbisDecoder();
  VorbisDecoder(const VorbisDecoder&) = delete;
  VorbisDecoder& operator=(const VorbisDecoder&) = delete;

  Sound header(Bytes, int64_t most);

  template <class T>
  void decode(Bytes, const Sound&, T* out);

 private:
  // A walk through the pages of a file, and the stream that it follows.
  struct Walk {
    Bytes bytes;
    size_t at = 0;
    int serial = 0;
    int headers = -1;  // headers of the stream that were read, of 3; -1: there is no stream
    bool ended = false;
    std::string first, comment;  // the first two headers
  };

  bool next_page(Walk&, ogg_page&);
  // The next page of the sound; pages of other streams are passed over. A chained file's next sound begins anew.
  bool next_sound_page(Walk&, ogg_page&);
  void begin_stream(Walk&, ogg_page&);
  // Takes the packets that are headers. Returns whether all three have been read.
  bool read_headers(Walk&);
  void set_books(const std::string& first, const std::string& comment, const ogg_packet& setup);
  void start_synthesis();
  void clear_books();
  void check_same(const Sound&);

  ogg_sync_state sync_;
  ogg_stream_state stream_;
  vorbis_info info_;
  std::string books_;  // the headers that info_ is made of; empty: none
  bool has_synthesis_ = false;
  vorbis_dsp_state synthesis_;
  vorbis_block block_;
};

}  // namespace penstock::audio
