// FLAC through libFLAC, native or in Ogg. One decoder serves all files of a thread.
#pragma once
#include <FLAC/stream_decoder.h>

#include <memory>
#include <string>

#include "formats/sound/sound.h"

namespace penstock::audio {

class FlacDecoder {
 public:
  FlacDecoder();

  // A file that does not know its length, or claims many times its own size, is decoded to count its frames.
  Sound header(Bytes, bool ogg, int64_t most);
  // Does that for a native file of which the first bytes are there. Returns false where more are needed.
  bool header_of_head(const SoundHead&, Sound&, int64_t most);

  template <class T>
  void decode(Bytes, const Sound&, T* out);

 private:
  // What the library's calls back see of the file that is decoded.
  struct File;
  struct Calls;
  struct Free {
    void operator()(FLAC__StreamDecoder* d) const { FLAC__stream_decoder_delete(d); }
  };

  // Reads the metadata, as far as they are there.
  void begin(File&, bool ogg);
  void open(File&, bool ogg);
  // Decodes blocks until `file` has all its frames, or to its end.
  void run(File&);
  void count_frames(File&, int64_t most);

  std::unique_ptr<FLAC__StreamDecoder, Free> decoder_;
};

}  // namespace penstock::audio
