// FLAC through libFLAC, native or in Ogg. One decoder serves all files of a thread.
#pragma once
#include <FLAC/stream_decoder.h>

#include <memory>
#include <string>

#include "kernels/audio/sound.h"

namespace penstock::audio {

class FlacDecoder {
 public:
  FlacDecoder();

  Sound header(Bytes, bool ogg);
  // Does that for a native file of which the first bytes are there. Returns false where more are needed.
  bool header_of_head(const SoundHead&, Sound&);

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

  std::unique_ptr<FLAC__StreamDecoder, Free> decoder_;
};

}  // namespace penstock::audio
