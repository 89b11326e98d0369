// FITS files: for any bytes a file is refused, or an image's elements come from the file's bytes alone.
#include "ops/experimental_readers_fits/fits.h"

#include "core/error.h"
#include "core/extents.h"
#include "fuzz/engine/fuzz.h"
#include "fuzz/util/record_bytes.h"

namespace penstock::fuzz {
namespace {

using namespace ops;

void put_card(File& f, std::string text) {
  text.resize(80, ' ');
  f.insert(f.end(), text.begin(), text.end());
}

File make(Rng& rng) {
  constexpr int kBits[] = {8, 16, 32, 64, -32, -64};
  File f;
  for (uint32_t n = 0, count = 1 + rng.below(3); n < count; ++n) {
    const int bits = kBits[rng.below(6)];
    const uint32_t axes = rng.below(4);
    size_t bytes = axes ? static_cast<size_t>(std::abs(bits) / 8) : 0;
    put_card(f, n ? "XTENSION= 'IMAGE   '" : "SIMPLE  =                    T");
    put_card(f, "BITPIX  = " + std::to_string(bits) + " / bits");
    put_card(f, "NAXIS   = " + std::to_string(axes));
    for (uint32_t d = 1; d <= axes; ++d) {
      const uint32_t extent = rng.below(one_in(rng, 4) ? 200 : 9);
      put_card(f, "NAXIS" + std::to_string(d) + "  = " + std::to_string(extent));
      bytes *= extent;
    }
    // Axes that come again or claim any number, and groups: what a header says of its data may contradict itself.
    constexpr const char* kClaims[] = {"NAXIS2  = 0",
                                       "NAXIS1  = 4194304",
                                       "NAXIS3  = 9223372036854775807",
                                       "PCOUNT  = 9223372036854775797",
                                       "GCOUNT  = 0",
                                       "GCOUNT  = 4611686018427387904",
                                       "NAXIS1  = 9223372036854772000",
                                       "GROUPS  = T",
                                       "NAXIS   = 999",
                                       "NAXIS1  = 0"};
    for (uint32_t k = one_in(rng, 3) ? 1 + rng.below(3) : 0; k--;) put_card(f, kClaims[rng.below(10)]);
    if (one_in(rng, 3)) put_card(f, one_in(rng, 2) ? "BZERO   = 32768" : "BSCALE  = 0.5");
    put_card(f, "END");
    f.resize((f.size() + 2879) / 2880 * 2880, ' ');
    for (size_t i = 0; i < std::min<size_t>(bytes, 1 << 14); ++i) f.push_back(any_byte(rng));
    f.resize((f.size() + 2879) / 2880 * 2880, 0);
  }
  return f;
}

const Target target(
    "fits",
    [](Input in, Rng& rng) {
      const RecordBytes bytes(in);
      try {
        const FitsImage image = find_fits_image(bytes, 1 + rng.below(4));
        TensorView out;
        out.dtype = image.dtype;
        out.shape = image.shape;
        // The program refuses other shapes before it reads.
        if (!fits(out)) return;
        if (out.shape.volume() > bytes.size()) found("size", "an image beyond the file");
        Scratch scratch;
        File to(static_cast<size_t>(out.bytes()));
        out.data = to.data();
        read_fits_image(bytes, image, out, scratch);
      } catch (const Error& error) {
        check_refusal(error);
      }
    },
    make);

}  // namespace
}  // namespace penstock::fuzz
