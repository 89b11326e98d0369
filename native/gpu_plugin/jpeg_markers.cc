// See jpeg_markers.h.
#include "gpu_plugin/jpeg_markers.h"

#include <cstring>

#include "core/error.h"

namespace penstock::gpu {
namespace {

// Bytes at the end of a file that are searched for EOI. A complete file ends with EOI, possibly followed by a few bytes
// that cameras append. Entropy-coded data cannot contain EOI, so one that is found is the end.
constexpr int64_t kTail = 1024;
// Pixels of a side. nvJPEG documents no limits of the engines; the decoders of all GPU generations take these.
constexpr int kMinSide = 64, kMaxSide = 16384;

bool ends(const uint8_t* data, int64_t from, int64_t size) {
  const int64_t stop = size - kTail > from ? size - kTail : from;
  for (int64_t i = size - 2; i >= stop; --i) {
    if (data[i] == 0xff && data[i + 1] == 0xd9) return true;
  }
  return false;
}

// Whether the engines take the sampling of these components, horizontal and vertical factors of each: gray, 4:4:4,
// 4:2:2, 4:2:0 and 4:4:0.
bool takes_sampling(int components, const uint8_t* hv) {
  if (components == 1) return hv[0] == 0x11;
  const bool luma = hv[0] == 0x11 || hv[0] == 0x21 || hv[0] == 0x22 || hv[0] == 0x12;
  return luma && hv[1] == 0x11 && hv[2] == 0x11;
}

struct Frame {
  int components = 0;  // 0: not seen yet
  uint8_t id[3];
};

// The frame header's content after its length.
const char* read_frame(int marker, const uint8_t* p, int size, Frame& f, JpegMarkers& out) {
  if (f.components) return "it has two frame headers";
  if (marker != 0xc0) return "it is not baseline";
  if (size < 6) return "its frame header is cut short";
  if (p[0] != 8) return "it has not 8 bits per channel";
  out.height = p[1] << 8 | p[2];
  out.width = p[3] << 8 | p[4];
  const int least = out.width < out.height ? out.width : out.height;
  const int most = out.width < out.height ? out.height : out.width;
  if (least < kMinSide || most > kMaxSide) return "a side has fewer than 64 or more than 16384 pixels";
  const int components = p[5];
  if (components != 1 && components != 3) return "it has neither 1 nor 3 channels";
  if (size != 6 + 3 * components) return "its frame header has a wrong length";
  uint8_t hv[3];
  for (int i = 0; i < components; ++i) {
    f.id[i] = p[6 + 3 * i];
    hv[i] = p[7 + 3 * i];
  }
  if (!takes_sampling(components, hv)) return "its sampling is not 4:4:4, 4:2:2, 4:2:0 or 4:4:0";
  f.components = components;
  out.subsampled = hv[0] != 0x11;
  return nullptr;
}

}  // namespace

const char* engines_refuse(const uint8_t* data, int64_t size, bool lacks_interpolation, JpegMarkers* result) {
  if (size < 4 || data[0] != 0xff || data[1] != 0xd8) return "it is no JPEG";
  JpegMarkers out;
  Frame frame;
  bool jfif = false, huffman = false, quantisation = false;
  int adobe = -1;
  for (int64_t at = 2;;) {
    if (at + 4 > size) return "its header is cut short";
    if (data[at] != 0xff) return "there are stray bytes between its markers";
    const int marker = data[at + 1];
    if (marker == 0xff) {  // a fill byte before a marker
      ++at;
      continue;
    }
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd9)) return "a marker stands where none may be";
    const int length = data[at + 2] << 8 | data[at + 3];
    if (length < 2 || at + 2 + length > size) return "its header is cut short";
    const uint8_t* p = data + at + 4;
    const int content = length - 2;
    if (marker == 0xc4) {
      huffman = true;
    } else if (marker == 0xdb) {
      quantisation = true;
    } else if (marker == 0xcc) {
      return "it is coded arithmetically";
    } else if (marker <= 0xcf) {
      if (const char* why = read_frame(marker, p, content, frame, out)) return why;
    } else if (marker == 0xe0) {
      jfif |= content >= 5 && !std::memcmp(p, "JFIF", 5);
    } else if (marker == 0xee) {
      if (content >= 12 && !std::memcmp(p, "Adobe", 5)) adobe = p[11];
    } else if (marker == 0xda) {
      if (!frame.components) return "it has no frame header";
      if (content < 1 || content != 4 + 2 * p[0]) return "its scan header has a wrong length";
      // Motion JPEG leaves the tables out, because they are those of the standard.
      if (!huffman || !quantisation) return "it has no tables of its own";
      if (p[0] != frame.components) return "it has several scans";
      // libjpeg's rule for the colour model of three channels: YCbCr with a JFIF marker; otherwise Adobe's marker
      // decides; otherwise the names of the components.
      if (frame.components == 3 && (adobe == 0 || (!jfif && adobe < 0 && !std::memcmp(frame.id, "RGB", 3)))) {
        return "its channels are RGB";
      }
      if (!ends(data, at + 2 + length, size)) return "it has no end marker";
      if (out.subsampled && lacks_interpolation) return "this GPU's engines do not interpolate its chroma";
      *result = out;
      return nullptr;
    }
    at += 2 + length;
  }
}

void require_engines(const JpegImage& image, int index, bool lacks_interpolation) {
  JpegMarkers m;
  if (const char* why = engines_refuse(image.data, image.size, lacks_interpolation, &m)) {
    fail(ErrorCode::UNSUPPORTED, "nvJPEG is not given image %d: %s", index, why);
  }
  if (m.width != image.width || m.height != image.height) {
    fail(ErrorCode::INTERNAL, "Expected %d x %d pixels in JPEG %d but received %d x %d", image.width, image.height,
         index, m.width, m.height);
  }
}

}  // namespace penstock::gpu
