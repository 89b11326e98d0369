// The table of functions between the addon and the video plugin, which is built over libavformat and libavcodec. The
// addon loads the plugin at run time and calls it through this table only, so it has no symbol of those libraries.
// Plain types cross it, never an exception: a function returns 0, or 1 + the ErrorCode of what went wrong, whose text
// last_error() holds for the calling thread. A Video is used by one thread at a time.
#pragma once
#include <cstdint>

namespace penstock::av {

// The loader knows a table that it can use by its first two fields.
inline constexpr uint32_t kPluginVersion = 8;
inline constexpr const char* kPluginEntry = "penstock_av_table";

// A time that is not known.
inline constexpr int64_t kNoTime = INT64_MIN;

// The bytes of a file. read() gives at most `count` bytes from `offset` on, 0 at the end, and -1 for a failure.
struct Source {
  void* user;
  int64_t size;
  int64_t (*read)(void* user, int64_t offset, void* to, int64_t count);
  bool far = false;  // each read takes long
};

// Codecs whose packets the index looks into; of all others it takes what the container says.
enum class Codec : int32_t { other, h264, hevc, vp8, vp9, h263 };

enum class Matrix : int32_t { unknown, bt601, bt709, bt2020, smpte240m, fcc };

// By its code in ITU-T H.273, which files may give as any number.
inline Matrix matrix_of(int code) {
  switch (code) {
    case 1: return Matrix::bt709;
    case 4: return Matrix::fcc;
    case 5:
    case 6: return Matrix::bt601;
    case 7: return Matrix::smpte240m;
    case 9: return Matrix::bt2020;
    default: return Matrix::unknown;
  }
}

// A video stream of a file: the first that is no cover picture.
struct StreamInfo {
  Codec codec;
  char codec_name[32];
  int32_t width, height;       // of a frame; 0 where the file does not say it before a frame is decoded
  int32_t orientation;         // EXIF's number, 1 to 8: how frames are turned and mirrored when they are shown
  int32_t time_num, time_den;  // a unit of times is time_num / time_den seconds
  const uint8_t* header;       // parameter sets that stand in the container
  int64_t header_size;
  Matrix matrix;    // as the container says; frames may say something else
  bool full_range;  // likewise
};

// In the order of decoding. `data` is valid until the next call for the same Video.
struct Packet {
  const uint8_t* data;
  int64_t size;
  int64_t pts, dts, position;  // position: in the file, or -1
  bool key, discard;           // as the container says; what is discarded is decoded and not shown
};

// A component of a decoded frame: samples of `bytes` bytes, `step` bytes apart.
struct Component {
  const uint8_t* data;
  int64_t stride;
  int32_t step;
};

// A decoded frame. Valid until the next call for the same Video.
struct Picture {
  Component component[3];  // Y, Cb, Cr, or R, G, B
  Component alpha;         // straight, of full range; null where the stream has none
  int32_t components;      // 1: grey
  int32_t width, height;
  int32_t orientation;       // that of the stream
  int32_t depth;             // bits of a sample; above 8, samples are of 2 bytes
  int32_t shift_x, shift_y;  // binary logarithm of pixels per chroma sample
  bool rgb, full_range;
  Matrix matrix;
  int64_t tag;   // of the packet that it came from
  bool damaged;  // parts of it were made up
};

// The track of sound of a file. Samples are numbered on the clock of the file: sample n lies at n / rate seconds.
struct SoundInfo {
  int32_t rate, channels;  // 0: the file has no sound
  int64_t begin, end;      // samples that are given
};
// Where decoding begins for the samples from `first` on, up to those of the next cell.
struct SoundCell {
  int64_t first;
  int64_t pts, position, size;  // of the packet to begin with
  int64_t at;                   // the sample of that packet
};

struct Video;
struct Sound;

struct Table {
  uint32_t version, bytes;  // kPluginVersion, sizeof(Table)
  const char* built_with;   // e.g. "libavformat 59.27.100, libavcodec 59.37.100"

  const char* (*last_error)();

  // The source must outlive the Video. A frame has at most max_pixels pixels; 0: no limit. `alpha`: also of codecs
  // whose alpha takes a decoder of its own; pictures of the others have theirs in any case.
  int (*open)(const Source*, int64_t max_pixels, bool alpha, Video**);
  void (*close)(Video*);
  const StreamInfo* (*info)(const Video*);

  // The next packet of the stream; `got` is false at its end.
  int (*read)(Video*, Packet*, bool* got);
  // Whether read() leaves out the bytes of packets, which nobody may look at then, and reads the rest of the file
  // alone. `done` is false where the container does not say beforehand where its packets lie.
  int (*skim)(Video*, bool on, bool* done);
  // Makes read() go on near the packet of this time, at a key frame if possible; the caller finds out which packet it
  // is. Returns an error where the container cannot seek.
  int (*seek)(Video*, int64_t time);

  // Starts decoding anew. `reorder`: packets that come before a frame in decoding order and are shown after it, at
  // most. `threads`: that decode, where the codec is worth it, beside the caller's where there are several; a picture
  // then needs more packets, and damage is told late, before the first picture that it may concern, and in every call
  // from then on. `fresh`: by a new decoder, as one that has met damage keeps something of it.
  int (*decode_begin)(Video*, int reorder, int threads, bool fresh);
  // Decodes the packet that read() gave last, with a number that its picture carries. `damaged`: the decoder complains,
  // of this packet where it has one thread.
  int (*decode)(Video*, int64_t tag, bool* damaged);
  // No packet follows: pictures that wait for others come.
  int (*decode_end)(Video*);
  // The next picture; `got` is false when it needs more packets. `damaged` as above, of the packet that decode() got
  // last.
  int (*picture)(Video*, Picture*, bool* got, bool* damaged);

  // The source must outlive the Sound.
  int (*sound_open)(const Source*, Sound**);
  void (*sound_close)(Sound*);
  // What the file has, and its cells by add(user, cell), in their order. Called once, first.
  int (*sound_list)(Sound*, SoundInfo*, void* user, void (*add)(void* user, const SoundCell*));
  // Fills in the samples [first, end) of a cell, float32 with the channels side by side, of which those that are silent
  // are left as they are. Returns an error where one of them is damaged.
  int (*sound_decode)(Sound*, const SoundInfo*, const SoundCell*, int64_t first, int64_t end, float* out);
};

}  // namespace penstock::av
