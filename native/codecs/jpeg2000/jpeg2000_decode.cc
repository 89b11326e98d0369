// Decodes an image with OpenJPEG, and makes channels of the full range of 8 or 16 bits of its components: signed ones
// are moved, those with fewer samples are repeated, sYCC and CMYK become RGB.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <string>

#include "codecs/cmyk.h"
#include "codecs/jpeg2000/jpeg2000.h"
#include "codecs/jpeg2000/library.h"
#include "codecs/unchanged.h"

namespace penstock::codecs {
namespace {

using openjpeg::Component;
using openjpeg::Image;
using openjpeg::Library;

// OpenJPEG reads the file through these functions, in pieces.
struct Source {
  Bytes file;
  const Deadline* deadline;
  uint64_t at = 0;
  std::string error;  // the first reason that OpenJPEG gives

  static size_t read(void* to, size_t bytes, void* user) {
    auto& s = *static_cast<Source*>(user);
    if (s.at >= s.file.size || s.deadline->passed()) return static_cast<size_t>(-1);
    const size_t n = std::min<size_t>(bytes, s.file.size - s.at);
    std::memcpy(to, s.file.data + s.at, n);
    s.at += n;
    return n;
  }
  static int64_t skip(int64_t bytes, void* user) {
    auto& s = *static_cast<Source*>(user);
    if (bytes < 0) return -1;
    const uint64_t n = std::min<uint64_t>(static_cast<uint64_t>(bytes), s.file.size - s.at);
    s.at += n;
    return n || !bytes ? static_cast<int64_t>(n) : -1;
  }
  static int seek(int64_t to, void* user) {
    auto& s = *static_cast<Source*>(user);
    if (to < 0 || static_cast<uint64_t>(to) > s.file.size) return 0;
    s.at = static_cast<uint64_t>(to);
    return 1;
  }
  static void keep(const char* text, void* user) {
    auto& s = *static_cast<Source*>(user);
    if (s.error.empty()) s.error.assign(text, std::strcspn(text, "\n"));
  }
  static void ignore(const char*, void*) {}
};

template <class T>
using Owned = std::unique_ptr<T, void (*)(T*)>;

constexpr size_t kPiece = 1 << 16;

uint32_t ceil_shift(uint32_t v, int n) {
  return static_cast<uint32_t>((static_cast<uint64_t>(v) + (1ull << n) - 1) >> n);
}

// One component of the image: where the sample of a pixel is, and the sample in the full range of T.
class Plane {
 public:
  Plane(const Component& c, const Jpeg2000Header& h, const DecodeTask& task) : c_(c), raw_(task.indices()) {
    const int level = task.spec.reduction.level;
    left_ = ceil_shift(h.x0, level);
    top_ = ceil_shift(h.y0, level);
    x0_ = ceil_shift(c.x0, static_cast<int>(c.factor));
    y0_ = ceil_shift(c.y0, static_cast<int>(c.factor));
    if (!c.data || !c.w || !c.h || c.precision < 1 || c.precision > 16 || !c.dx || !c.dy)
      fail(ErrorCode::BAD_SAMPLE, "Expected a sound JPEG 2000 image but received one with an empty component");
    most_ = static_cast<int32_t>((1u << c.precision) - 1);
    move_ = c.is_signed ? 1 << (c.precision - 1) : 0;
  }

  // Writes row `y` of the image, `n` pixels, to every `step`th element from `out`.
  template <class T>
  void row(int y, int n, T* out, int step) const {
    const int32_t* const in =
        c_.data + static_cast<size_t>(place(top_ + static_cast<uint32_t>(y), c_.dy, y0_, c_.h)) * c_.w;
    constexpr uint32_t top = std::is_same_v<T, uint8_t> ? 255 : 65535;
    const auto most = static_cast<uint32_t>(most_);
    for (int x = 0; x < n; ++x, out += step) {
      const int32_t v = in[place(left_ + static_cast<uint32_t>(x), c_.dx, x0_, c_.w)] + move_;
      const auto u = static_cast<uint32_t>(std::clamp(v, 0, most_));
      *out = static_cast<T>(raw_ || most == top ? u : (u * top + most / 2) / most);
    }
  }

 private:
  static uint32_t place(uint32_t at, uint32_t distance, uint32_t origin, uint32_t count) {
    const uint32_t sample = distance == 1 ? at : at / distance;
    return sample <= origin ? 0 : std::min(sample - origin, count - 1);
  }

  const Component& c_;
  bool raw_;
  uint32_t left_, top_, x0_, y0_;
  int32_t most_, move_;
};

// sYCC (IEC 61966-2-1, annex F) in the full range of T.
template <class T>
void ycc_to_rgb(T* p, int n, int step) {
  static constexpr float most = std::is_same_v<T, uint8_t> ? 255 : 65535, middle = (most + 1) / 2;
  const auto store = [](float v) { return static_cast<T>(std::lrint(std::clamp(v, 0.0f, most))); };
  for (; n--; p += step) {
    const float y = p[0], cb = p[1] - middle, cr = p[2] - middle;
    p[0] = store(y + 1.402f * cr);
    p[1] = store(y - 0.344136f * cb - 0.714136f * cr);
    p[2] = store(y + 1.772f * cb);
  }
}

// The components of the channels, colours first.
void find_channels(const Image& image, const Jpeg2000Header& h, const DecodeTask& task, const Component** out) {
  const auto count = static_cast<int>(image.components);
  if (task.indices()) {
    if (h.index < count) *out = &image.component[h.index];
    return;
  }
  const Component* alpha = nullptr;
  int colors = 0;
  for (int i = 0; i < count; ++i) {
    const Component& c = image.component[i];
    if ((c.alpha == 1 || c.alpha == 2) && !alpha) {
      alpha = &c;
    } else if (colors < h.color_channels()) {
      out[colors++] = &c;
    } else if (!alpha) {
      alpha = &c;
    }
  }
  if (h.alpha) out[h.color_channels()] = alpha;
}

template <class T>
RawImage to_pixels(const DecodeTask& task, const Jpeg2000Header& h, const Image& image) {
  const bool cmyk = h.colors == Jpeg2000Colors::cmyk && !task.indices();
  const int channels = task.indices() ? 1 : cmyk ? 4 : h.header.channels;
  const Component* components[5] = {};
  find_channels(image, h, task, components);
  RawImage raw;
  const Header stored = reduced_header(task.header, task.spec);
  raw.w = stored.width;
  raw.h = stored.height;
  raw.bits = 8 * sizeof(T);
  raw.channels = channels;
  const size_t row = static_cast<size_t>(raw.w) * static_cast<size_t>(raw.channels);
  raw.stride = row * sizeof(T);
  T* const pixels = task.scratch.get<T>(row * static_cast<size_t>(raw.h));
  raw.data = pixels;
  for (int k = 0; k < channels; ++k) {
    if (!components[k])
      fail(ErrorCode::BAD_SAMPLE, "Expected %d channels, as the JPEG 2000 header says, but received %u", channels,
           image.components);
    const Plane plane(*components[k], h, task);
    for (int y = 0; y < raw.h; ++y) plane.row(y, raw.w, pixels + static_cast<size_t>(y) * row + k, channels);
  }
  if (task.indices()) return raw;
  if (h.colors == Jpeg2000Colors::sycc) ycc_to_rgb(pixels, raw.w * raw.h, channels);
  if (cmyk) cmyk_to_rgb(raw, pixels);
  return raw;
}

// Decodes the whole image, because OpenJPEG takes the damage of a file in a window for other pixels than in the whole.
// Null, with the reason in `source`, when OpenJPEG refuses the image.
Owned<Image> decode_image(const Library& l, const DecodeTask& task, const Jpeg2000Header& h, Source& source) {
  const Owned<openjpeg::Codec> codec{l.create_decoder(h.bare ? openjpeg::kCodestream : openjpeg::kFile),
                                     l.destroy_codec};
  const Owned<openjpeg::Stream> stream{l.create_stream(kPiece, 1), l.destroy_stream};
  if (!codec || !stream) throw std::bad_alloc();
  l.set_error_handler(codec.get(), Source::keep, &source);
  l.set_warning_handler(codec.get(), Source::ignore, nullptr);
  l.set_user_data(stream.get(), &source, nullptr);
  l.set_user_data_length(stream.get(), task.file.size);
  l.set_read(stream.get(), Source::read);
  l.set_skip(stream.get(), Source::skip);
  l.set_seek(stream.get(), Source::seek);
  openjpeg::Parameters parameters{};
  l.default_parameters(&parameters);
  parameters.reduce = static_cast<uint32_t>(task.spec.reduction.level);
  if (task.indices()) parameters.flags |= openjpeg::kKeepPalette;
  if (l.set_strict) l.set_strict(codec.get(), 1);
  Image* made = nullptr;
  const bool opened = l.setup_decoder(codec.get(), &parameters) && l.read_header(stream.get(), codec.get(), &made);
  Owned<Image> image{made, l.destroy_image};
  const bool good = opened && image && l.decode(codec.get(), stream.get(), image.get());
  if (!good) image.reset();
  return image;
}

}  // namespace

RawImage decode_jpeg2000(const DecodeTask& task) {
  const Library& l = openjpeg::library();
  const Jpeg2000Header h = read_jpeg2000_header(task.file);
  check_unchanged(task.header, h.header.width, h.header.height);
  if (h.header.channels != task.header.channels || h.header.bits != task.header.bits)
    fail(ErrorCode::BAD_SAMPLE, "Expected the channels that the JPEG 2000 header has told but received others");
  Source source{task.file, &task.deadline, 0, {}};
  const Owned<Image> image = decode_image(l, task, h, source);
  if (task.deadline.passed()) fail_late(task.deadline, Format::jpeg2000, h.header.width, h.header.height);
  if (!image)
    fail(ErrorCode::BAD_SAMPLE, "Expected a sound JPEG 2000 image but received one that OpenJPEG refuses: %s",
         source.error.empty() ? "no reason given" : source.error.c_str());
  return h.header.bits == 16 && !task.indices() ? to_pixels<uint16_t>(task, h, *image)
                                                : to_pixels<uint8_t>(task, h, *image);
}

}  // namespace penstock::codecs
