// Sound files, as operators see them: the bytes of a file tell its format, its header gives the shape, and decoding
// gives frames of interleaved channels. WAV, Wave64, AIFF and AU are read here; FLAC and Vorbis by their libraries.
#pragma once
#include <cstdint>
#include <memory>

#include "codecs/codec.h"
#include "core/op.h"

namespace penstock::audio {

using codecs::Bytes;

enum class Format : uint8_t { wav, wave64, aiff, au, flac, ogg_flac, vorbis };

// How an element is stored where elements lie side by side, as in WAV files.
enum class Encoding : uint8_t { u8, s8, s16, s24, s32, f32, f64, alaw, ulaw };

struct Sound {
  Format format = Format::wav;
  int channels = 0;
  double rate = 0;     // frames per second
  int64_t frames = 0;  // elements of each channel
  // The file ends before the sound does: `frames` counts those that are there.
  bool cut = false;
  // Where the elements lie, if they lie side by side.
  Encoding encoding = Encoding::s16;
  bool big_endian = false;
  size_t offset = 0;
  // FLAC: the bits of an element.
  int bits = 0;
};

// The first bytes of a file, and the size of all of it.
struct SoundHead {
  Bytes bytes;
  size_t size;
};

class FlacDecoder;
class VorbisDecoder;

// What a thread keeps between files: the decoders of the libraries.
class SoundDecoders : public ThreadLocalState {
 public:
  SoundDecoders();
  ~SoundDecoders() override;

  // Reads the header, of a sound of at most `most` elements where its bytes do not lie side by side. Throws BAD_SAMPLE
  // for bytes that are no sound, whose header is damaged or that are more, and UNSUPPORTED for formats that are not
  // read here.
  Sound header(Bytes, int64_t most = INT64_MAX);
  // Does that with the first bytes of a file alone; returns false where it takes more of them.
  bool header_of_head(const SoundHead&, Sound&, int64_t most = INT64_MAX);

  // Writes frames x channels elements. T is float, int16_t or int32_t; whole numbers have the full range of T, as those
  // of a file have. Throws BAD_SAMPLE when the file has fewer frames than its header says, or damaged ones.
  template <class T>
  void decode(Bytes, const Sound&, T* out);

 private:
  FlacDecoder& flac();
  VorbisDecoder& vorbis();

  std::unique_ptr<FlacDecoder> flac_;
  std::unique_ptr<VorbisDecoder> vorbis_;
};

const char* format_name(Format);

// Whether elements lie side by side in files of the format.
bool is_plain(Format);

// Throws BAD_SAMPLE where frames x channels are more than `most`.
void check_elements(int64_t frames, int channels, int64_t most);

// Whether the first bytes of a file are those of a sound that is read here.
bool is_sound(Bytes);

// The most channels, as libsndfile has them.
inline constexpr int kMaxChannels = 1024;

// Throws BAD_SAMPLE unless channels and rate can be those of a sound.
void check_header(const Sound&);

}  // namespace penstock::audio
