// Recognising formats, the table of formats, EXIF and orientation.
#include "codecs/codec.h"

#include "codecs/exif.h"
#include "codecs/format.h"
#include "codecs/orient.h"
#include "codecs/raw_image.h"
#include "core/rng.h"
#include "test/test.h"

namespace penstock::test {
namespace {

using namespace penstock::codecs;
using File = std::vector<uint8_t>;

Bytes bytes_of(const File& f) { return {f.data(), f.size()}; }
File file_of(std::string_view s) { return {s.begin(), s.end()}; }

TEST(codec_sniff) {
  using namespace std::string_view_literals;
  const struct {
    std::string_view start;
    Format format;
  } cases[] = {{"\xff\xd8\xff\xe0"sv, Format::jpeg},
               {"\x89PNG\r\n\x1a\n...."sv, Format::png},
               {"RIFF....WEBPVP8 "sv, Format::webp},
               {"RIFF....WAVEfmt "sv, Format::unknown},
               {"II*\0abcd"sv, Format::tiff},
               {"MM\0*abcd"sv, Format::tiff},
               {"GIF89a"sv, Format::gif},
               {"GIF87a"sv, Format::gif},
               {"GIF88a"sv, Format::unknown},
               {"BM...."sv, Format::bmp},
               {"P6\n1 1"sv, Format::pnm},
               {"P6x"sv, Format::unknown},
               {"P7\n"sv, Format::unknown},
               {"\0\0\0\x0cjP  \r\n\x87\n"sv, Format::jpeg2000},
               {"\xff\x4f\xff\x51"sv, Format::jpeg2000},
               {"\xff\xd8"sv, Format::unknown},
               {""sv, Format::unknown}};
  for (const auto& c : cases) CHECK_EQ(sniff(bytes_of(file_of(c.start))), c.format);
}

// Files shorter than a signature, random first bytes, and an AVIF file, which has the brands of HEIF too.
TEST(codec_sniffers_read_no_further_than_the_file) {
  Rng rng(2, 0, 0, 0);
  for (int i = 0; i < 20000; ++i) {
    File f(rng.below(40));
    for (uint8_t& v : f) v = static_cast<uint8_t>(rng.bits());
    // Most sniffers read further only after a start that matches.
    static constexpr std::string_view kStarts[] = {"RIFF", "\xff\xd8", "....ftyp", "P6", "GIF8"};
    const std::string_view start = kStarts[rng.below(5)];
    for (size_t k = 0; k < start.size() && k < f.size(); ++k) f[k] = static_cast<uint8_t>(start[k]);
    f.shrink_to_fit();
    const Format format = sniff(bytes_of(f));
    CHECK(format == Format::unknown || format_entry(format).codec->sniff(bytes_of(f)));
  }
  CHECK_EQ(sniff(bytes_of(file_of({"\0\0\0\x18"
                                   "ftypmif1\0\0\0\0miafavif",
                                   24}))),
           Format::avif);
  CHECK_EQ(sniff(bytes_of(file_of({"\0\0\0\x14"
                                   "ftypmif1\0\0\0\0miafavif",
                                   24}))),
           Format::heif);
}

// The table's entry of a format must agree with its Codec.
TEST(codec_table_is_complete) {
  for (int i = 1; i < kFormats; ++i) {
    const FormatEntry& format = format_entry(static_cast<Format>(i));
    const Codec& codec = *format.codec;
    CHECK(codec.sniff);
    const bool refused = std::string_view(format.library) == "none";
    CHECK_EQ(codec.peek == nullptr, refused);
    CHECK_EQ((codec.decode != nullptr) + (codec.window_decoder != nullptr), refused ? 0 : 1);
    CHECK(!codec.sniff({nullptr, 0}));
  }
  CHECK_THROWS(decode_cost({}, {}, {nullptr, 0}, {}), "INTERNAL: a header without a format");
}

TEST(codec_says_what_is_no_image) {
  CHECK_THROWS(peek({nullptr, 0}), "BAD_SAMPLE: Expected an image but received an empty file");
  CHECK_THROWS(peek(bytes_of(file_of("Hello, this is a long text file"))), "received text (");
  CHECK_THROWS(peek(bytes_of(file_of("short"))), "received text (5 bytes)");
  CHECK_THROWS(peek(bytes_of(File(4096, 0))), "received zeros (4096 bytes)");
  CHECK_THROWS(peek(bytes_of(File{0x7f, 'E', 'L', 'F', 2, 1, 1, 0, 0, 0})), "received a program (10 bytes)");
  CHECK_THROWS(peek(bytes_of(File{1})), "received binary data (1 bytes)");
  CHECK_THROWS(peek(bytes_of(file_of({"\0\0\0\x0cjP  \r\n\x87\n", 12}))),
               "BAD_SAMPLE: Expected a sound JPEG 2000 file but received one without a codestream");
}

TEST(exif_orientation_is_read_with_care) {
  const File little = {'I', 'I', 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0};
  const File big = {'M', 'M', 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 8, 0, 0, 0, 0, 0, 0};
  CHECK_EQ(exif_orientation(little.data(), little.size()), 6);
  CHECK_EQ(exif_orientation(big.data(), big.size()), 8);
  for (size_t n = 0; n < 22; ++n) CHECK_EQ(exif_orientation(little.data(), n), 1);
  File f = little;
  f[18] = 9;
  CHECK_EQ(exif_orientation(f.data(), f.size()), 1);
  f = little;
  f[4] = f[5] = f[6] = f[7] = 0xff;
  CHECK_EQ(exif_orientation(f.data(), f.size()), 1);
  // For random bytes the result is from 1 to 8; the sanitizers detect reads outside of them.
  Rng rng(1, 0, 0, 0);
  for (int i = 0; i < 20000; ++i) {
    f = i & 1 ? little : big;
    f.resize(rng.below(static_cast<uint32_t>(f.size())) + 1);
    f.shrink_to_fit();
    f[rng.below(static_cast<uint32_t>(f.size()))] = static_cast<uint8_t>(rng.bits());
    const int o = exif_orientation(f.data(), f.size());
    CHECK(o >= 1 && o <= 8);
  }
}

TEST(orient_pixels_agrees_with_stored_window) {
  constexpr int kW = 37, kH = 43;
  for (int bytes : {1, 2, 3, 4, 6, 8, 12, 16}) {
    File stored(kW * kH * bytes), seen(stored.size());
    for (size_t i = 0; i < stored.size(); ++i) stored[i] = static_cast<uint8_t>(i * 7 + i / 251);
    for (int o = 1; o <= 8; ++o) {
      orient_pixels(stored.data(), kW * bytes, kW, kH, bytes, o, seen.data());
      const int w = o >= 5 ? kH : kW, h = o >= 5 ? kW : kH;
      for (int y = 0; y < h; ++y) {
        for (int x = 0; x < w; ++x) {
          const codecs::Window s = stored_window({x, y, 1, 1}, kW, kH, o);
          CHECK(!std::memcmp(&seen[(y * w + x) * bytes], &stored[(s.y * kW + s.x) * bytes], bytes));
        }
      }
    }
  }
}

TEST(codec_decoded_shape) {
  Header h;
  h.width = 40;
  h.height = 30;
  h.channels = 4;
  h.orientation = 6;
  DecodeSpec spec;
  CHECK(decoded_shape(h, spec) == (Shape{40, 30, 3}));
  spec.adjust_orientation = false;
  CHECK(decoded_shape(h, spec) == (Shape{30, 40, 3}));
  spec.type = ImageType::gray;
  CHECK(decoded_shape(h, spec) == (Shape{30, 40, 1}));
  spec.type = ImageType::any;
  CHECK(decoded_shape(h, spec) == (Shape{30, 40, 4}));
  h.cmyk = true;
  CHECK(decoded_shape(h, spec) == (Shape{30, 40, 3}));
}

}  // namespace
}  // namespace penstock::test
