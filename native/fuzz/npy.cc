// Headers of .npy files, which nothing has checked, and windows of the arrays that they describe: for any bytes a file
// is refused, or the window's elements come from the array's bytes alone, whichever way the source is read.
#include "core/error.h"
#include "formats/npy/npy_window.h"
#include "fuzz/engine/fuzz.h"
#include "fuzz/util/record_bytes.h"

namespace penstock::fuzz {
namespace {

using namespace ops;

File make(Rng& rng) {
  constexpr const char* kTypes[] = {"|b1", "|u1", "<i2", "<f4", "<f8", ">u4", "|O", "<c8"};
  const char* type = kTypes[rng.below(one_in(rng, 4) ? 8 : 5)];
  std::string text =
      std::string("{'descr': '") + type + "', 'fortran_order': " + (one_in(rng, 2) ? "True" : "False") + ", 'shape': (";
  size_t bytes = static_cast<size_t>(type[2] - '0');
  for (uint32_t n = rng.below(5); n--;) {
    const uint32_t extent = rng.below(one_in(rng, 8) ? 300 : 8);
    // Extents whose product has more than 64 bits, with 0 among them or without.
    text += (one_in(rng, 20)   ? "4294967296"
             : one_in(rng, 40) ? "9223372036854775807"
                               : std::to_string(extent)) +
            std::string(",");
    bytes *= extent;
  }
  text += "), }\n";
  const bool second = one_in(rng, 3);
  File f = {0x93, 'N', 'U', 'M', 'P', 'Y', static_cast<uint8_t>(second ? 2 : 1), 0, static_cast<uint8_t>(text.size()),
            0};
  if (second) f.insert(f.end(), {0, 0});
  f.insert(f.end(), text.begin(), text.end());
  for (size_t i = 0; i < std::min<size_t>(bytes, 1 << 16); ++i) f.push_back(any_byte(rng));
  return f;
}

Window draw_window(const Shape& shape, Rng& rng) {
  Window w = Window::whole(shape);
  if (one_in(rng, 3)) return w;
  for (int d = 0; d < shape.ndim; ++d) {
    const auto most = static_cast<uint32_t>(std::min<int64_t>(shape[d], 40));
    w.anchor[d] = static_cast<int64_t>(rng.below(most + 5)) - 2;
    w.shape[d] = rng.below(most + 3);
  }
  return w;
}

const Target target(
    "npy",
    [](Input in, Rng& rng) {
      const RecordBytes copied(in);
      try {
        const NpyArray array = read_npy_header(copied);
        // All elements are in the file, unless there are none.
        const int64_t volume = array.shape.volume();
        if (volume < 0 || volume > copied.size() || array.begin > copied.size())
          found("size", "an array beyond the file");
        Window window = draw_window(array.shape, rng);
        apply_bounds(Bounds::pad, array.shape, window);
        TensorView out;
        out.dtype = array.dtype;
        out.shape = window.out_shape();
        if (out.shape.volume() > 1 << 20) return;
        Scratch scratch;
        const auto bytes = static_cast<size_t>(out.bytes());
        File first(bytes), second(bytes);
        out.data = first.data();
        read_npy(copied, array, window, 3, out, scratch);
        out.data = second.data();
        read_npy(MemorySource(in.data, copied.size()), array, window, 3, out, scratch);
        if (first != second) found("ways", "the same window differs in memory and copied");
      } catch (const Error& error) {
        check_refusal(error);
      }
    },
    make);

}  // namespace
}  // namespace penstock::fuzz
