// lookupTiles on the CPU: one pass over the image, which writes each value to where it stands in the output.
#include <cstring>

#include "core/dispatch.h"
#include "core/op.h"
#include "generated/ops/lookup_tiles.h"
#include "kernels/window/crop_window.h"
#include "ops/lookup_tiles/lookup_tiles.h"

namespace penstock::ops {
namespace {

TileCut cut_of(const LookupTilesArgs& a, const Shape& shape) {
  TileCut cut{shape[0], shape[1], 1, 1};
  if (!a.tile.size) {
    if (a.group > 1 || a.frames > 1) fail(ErrorCode::INVALID_ARGUMENT, "Expected tile together with group and frames");
    return cut;
  }
  if (a.tile.size != 2) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected the height and the width of a tile for tile but received %d values",
         a.tile.size);
  }
  cut.height = a.tile[0];
  cut.width = a.tile[1];
  for (int i = 0; i < 2; ++i) {
    const int64_t step = int64_t{a.tile[i]} * a.group;
    if (shape[i] % step) {
      fail(ErrorCode::INVALID_INPUT, "Expected a multiple of %lld for the image's %s but received %lld",
           static_cast<long long>(step), i ? "width" : "height", static_cast<long long>(shape[i]));
    }
  }
  cut.rows = shape[0] / cut.height;
  cut.columns = shape[1] / cut.width;
  return cut;
}

void setup(const LookupTilesArgs& a, SampleSetup& s, TileCut& cut) {
  const TensorView& in = s.in[0];
  if (image_layout(in) != Layout("HWC")) {
    fail(ErrorCode::INVALID_INPUT, "Expected layout HWC for the input but received %s", in.layout.name);
  }
  const int64_t channels = in.shape[2];
  OutSpec& out = s.out[0];
  out.dtype = in.dtype;
  if (a.values.size) {
    if (in.dtype != DType::uint8) {
      fail(ErrorCode::INVALID_INPUT, "Expected dtype uint8 for an input with values but received %s",
           dtype_name(in.dtype));
    }
    if (a.values.size != kTileEntries * channels) {
      fail(ErrorCode::INVALID_ARGUMENT, "Expected 256 for each of the %lld channels for values but received %d",
           static_cast<long long>(channels), a.values.size);
    }
    out.dtype = DType::float32;
  }
  if (a.channels_last && a.frames > 1) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected channelsLast or frames but received both");
  }
  cut = cut_of(a, in.shape);
  const bool tiled = a.tile.size > 0;
  int d = 0;
  if (tiled) out.shape[d++] = cut.rows * cut.columns;
  if (!a.channels_last) out.shape[d++] = channels;
  if (a.frames > 1) out.shape[d++] = a.frames;
  out.shape[d++] = cut.height;
  out.shape[d++] = cut.width;
  if (a.channels_last) out.shape[d++] = channels;
  out.shape.ndim = d;
  out.layout = tiled ? Layout() : Layout(a.channels_last ? "HWC" : "CHW");
}

// Visits the tiles in the order of the output: f(row of tiles, column of tiles).
template <class F>
void each_tile(const TileCut& cut, int64_t group, F&& f) {
  for (int64_t y = 0; y < cut.rows; y += group) {
    for (int64_t x = 0; x < cut.columns; x += group) {
      for (int64_t j = 0; j < group; ++j) {
        for (int64_t i = 0; i < group; ++i) f(y + j, x + i);
      }
    }
  }
}

// Planes of `size` values from rows of interleaved pixels; `from` has `width` pixels. Three channels, which nearly all
// images have, are read once.
template <class In, class Out, class Value>
void split_row(const In* from, int64_t width, int64_t channels, Out* to, int64_t size, const Value& value) {
  if (channels == 3) {
    Out *a = to, *b = to + size, *c = b + size;
    for (int64_t x = 0; x < width; ++x, from += 3) {
      a[x] = value(0, from[0]);
      b[x] = value(1, from[1]);
      c[x] = value(2, from[2]);
    }
    return;
  }
  for (int64_t k = 0; k < channels; ++k) {
    for (int64_t x = 0; x < width; ++x) to[k * size + x] = value(k, from[x * channels + k]);
  }
}

template <class In, class Out, class Value>
void lay_out(const LookupTilesArgs& a, const TileCut& cut, const TensorView& in, Out* out, const Value& value) {
  const int64_t channels = in.shape[2], stride = in.shape[1] * channels;
  const int64_t pixels = cut.height * cut.width, plane = pixels * a.frames;
  each_tile(cut, a.group, [&](int64_t row, int64_t column) {
    const In* from = in.as<In>() + row * cut.height * stride + column * cut.width * channels;
    for (int64_t y = 0; y < cut.height; ++y, from += stride) {
      if (!a.channels_last) {
        split_row(from, cut.width, channels, out + y * cut.width, plane, value);
        continue;
      }
      Out* to = out + y * cut.width * channels;
      for (int64_t x = 0; x < cut.width; ++x) {
        for (int64_t k = 0; k < channels; ++k) to[x * channels + k] = value(k, from[x * channels + k]);
      }
    }
    for (int64_t k = 0; k < channels; ++k) {
      for (int64_t f = 1; f < a.frames; ++f) {
        std::memcpy(out + k * plane + f * pixels, out + k * plane, static_cast<size_t>(pixels) * sizeof(Out));
      }
    }
    out += channels * plane;
  });
}

void run(const LookupTilesArgs& a, SampleRun& s, TileCut& cut) {
  const TensorView &in = s.in[0], &out = s.out[0];
  if (!out.shape.volume()) return;
  if (a.values.size) {
    const float* entries = a.values.data;
    lay_out<uint8_t>(a, cut, in, out.as<float>(), [&](int64_t k, uint8_t v) { return entries[k * kTileEntries + v]; });
    return;
  }
  const auto with = [&](auto word) {
    using U = decltype(word);
    lay_out<U>(a, cut, in, out.as<U>(), [](int64_t, U v) { return v; });
  };
  const int64_t size = dtype_size(in.dtype);
  if (size == 1) with(uint8_t{});
  if (size == 2) with(uint16_t{});
  if (size == 4) with(uint32_t{});
  if (size == 8) with(uint64_t{});
}

}  // namespace

PENSTOCK_CPU_OP(lookup_tiles, LookupTilesArgs, TileCut, setup, run, kNone)

}  // namespace penstock::ops
