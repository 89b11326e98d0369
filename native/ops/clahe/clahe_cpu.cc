// clahe on the CPU: the tables of all tiles, then the rows. The four tables that a pixel's value is looked up in lie
// side by side in a word, so that one load brings all of them.
#include <algorithm>
#include <cstring>

#include "core/cpu.h"
#include "core/op.h"
#include "generated/ops/clahe.h"
#include "kernels/color/lab.h"
#include "ops/clahe/clahe.h"

namespace penstock::ops {
namespace {

void setup(const ClaheArgs& a, SampleSetup& s, ClaheState& st) {
  const TensorView& in = s.in[0];
  OutSpec& out = s.out[0];
  out = in;
  if (in.dtype != DType::uint8) {
    fail(ErrorCode::INVALID_INPUT, "Expected uint8 for the input but received %s", dtype_name(in.dtype));
  }
  if (out.layout.empty() && in.shape.ndim == 3) out.layout = "HWC";
  if (!(out.layout == Layout("HWC"))) {
    fail(ErrorCode::INVALID_INPUT, "Expected layout HWC for the input but received '%s' with %d dimensions",
         in.layout.name, in.shape.ndim);
  }
  if (in.shape[2] != 1 && in.shape[2] != 3) {
    fail(ErrorCode::INVALID_INPUT, "Expected 1 or 3 channels for the input but received %lld",
         static_cast<long long>(in.shape[2]));
  }
  st.height = in.shape[0];
  st.width = in.shape[1];
  st.channels = static_cast<int32_t>(in.shape[2]);
  st.luma = a.luma_only && st.channels == 3;
  st.planes = st.luma ? 1 : st.channels;
  st.tiles_x = a.tiles_x;
  st.tiles_y = a.tiles_y;
  clahe_grid(st, a.clip_limit);
  s.cost = static_cast<double>(in.shape.volume()) + 1024.0 * st.tiles() * st.planes;
}

// The tables of all tiles of a plane.
void make_tables(const ClaheState& s, const uint8_t* plane, uint8_t (*table)[256]) {
  for (int32_t t = 0; t < s.tiles(); ++t) {
    int32_t count[2][256] = {};
    const int64_t y0 = t / s.tiles_x * s.tile_h, x0 = t % s.tiles_x * s.tile_w, x1 = x0 + s.tile_w;
    const int64_t inside = std::clamp(s.width, x0, x1);
    for (int64_t y = y0; y < y0 + s.tile_h; ++y) {
      const uint8_t* row = plane + clahe_mirror(y, s.height) * s.width;
      int64_t x = x0;
      for (; x + 2 <= inside; x += 2) {
        ++count[0][row[x]];
        ++count[1][row[x + 1]];
      }
      for (; x < x1; ++x) ++count[0][row[clahe_mirror(x, s.width)]];
    }
    for (int v = 0; v < 256; ++v) count[0][v] += count[1][v];
    clahe_table(count[0], s.clip, s.scale, table[t]);
  }
}

// --- loops, per SIMD level ---

struct Loops {
  void (*blend)(const uint8_t* in, const uint32_t* quad, const float* weight, float y, int64_t n, uint8_t* out);
  // Planes of L, a and b, and back.
  void (*to_lab)(const LabTables&, const uint8_t* in, int64_t n, uint8_t* l, uint8_t* a, uint8_t* b);
  void (*to_rgb)(const LabTables&, const uint8_t* l, const uint8_t* a, const uint8_t* b, int64_t n, uint8_t* out);
};

[[gnu::always_inline]] inline void blend_body(const uint8_t* in, const uint32_t* quad, const float* weight, float y,
                                              int64_t n, uint8_t* __restrict out) {
  for (int64_t i = 0; i < n; ++i) {
    const uint32_t q = quad[in[i]];
    const auto part = [&](int shift) { return static_cast<float>(static_cast<int32_t>(q >> shift & 255)); };
    out[i] =
        static_cast<uint8_t>(static_cast<int32_t>(clahe_blend(part(0), part(8), part(16), part(24), weight[i], y)));
  }
}
[[gnu::always_inline]] inline void to_lab_body(const LabTables& t, const uint8_t* in, int64_t n, uint8_t* __restrict l,
                                               uint8_t* __restrict a, uint8_t* __restrict b) {
  for (int64_t i = 0; i < n; ++i) rgb_to_lab(t, in + 3 * i, l[i], a[i], b[i]);
}
[[gnu::always_inline]] inline void to_rgb_body(const LabTables& t, const uint8_t* l, const uint8_t* a, const uint8_t* b,
                                               int64_t n, uint8_t* __restrict out) {
  for (int64_t i = 0; i < n; ++i) lab_to_rgb(t, l[i], a[i], b[i], out + 3 * i);
}

constexpr Loops kBaseline = {[](const uint8_t* in, const uint32_t* quad, const float* weight, float y, int64_t n,
                                uint8_t* out) { blend_body(in, quad, weight, y, n, out); },
                             [](const LabTables& t, const uint8_t* in, int64_t n, uint8_t* l, uint8_t* a, uint8_t* b) {
                               to_lab_body(t, in, n, l, a, b);
                             },
                             [](const LabTables& t, const uint8_t* l, const uint8_t* a, const uint8_t* b, int64_t n,
                                uint8_t* out) { to_rgb_body(t, l, a, b, n, out); }};

#if defined(__x86_64__)
__attribute__((target("avx2"))) void blend_avx2(const uint8_t* in, const uint32_t* quad, const float* weight, float y,
                                                int64_t n, uint8_t* out) {
  blend_body(in, quad, weight, y, n, out);
}
__attribute__((target("avx2"))) void to_lab_avx2(const LabTables& t, const uint8_t* in, int64_t n, uint8_t* l,
                                                 uint8_t* a, uint8_t* b) {
  to_lab_body(t, in, n, l, a, b);
}
__attribute__((target("avx2"))) void to_rgb_avx2(const LabTables& t, const uint8_t* l, const uint8_t* a,
                                                 const uint8_t* b, int64_t n, uint8_t* out) {
  to_rgb_body(t, l, a, b, n, out);
}
constexpr Loops kAvx2 = {blend_avx2, to_lab_avx2, to_rgb_avx2};
#endif

Loops loops() {
#if defined(__x86_64__)
  if (simd_level() >= SimdLevel::avx2) return kAvx2;
#endif
  return kBaseline;
}

// Equalizes a plane; emit(y, row) takes each row of it.
template <class Emit>
void equalize_plane(const ClaheState& s, const Loops& loop, const uint8_t* plane, Scratch& scratch, Emit&& emit) {
  const auto mark = scratch.mark();
  auto* table = reinterpret_cast<uint8_t(*)[256]>(scratch.get<uint8_t>(int64_t{s.tiles()} * 256));
  make_tables(s, plane, table);
  // Columns between the same two tiles are a stretch, with its tables side by side for the current rows.
  struct Stretch {
    int64_t from, to;
    int32_t left, right;
  };
  auto* weight = scratch.get<float>(s.width);
  auto* stretch = scratch.get<Stretch>(s.tiles_x + 1);
  int32_t stretches = 0;
  for (int64_t x = 0; x < s.width; ++x) {
    const ClahePlace p = clahe_place(x, s.tile_w, s.tiles_x);
    weight[x] = p.weight;
    if (!stretches || stretch[stretches - 1].left != p.first || stretch[stretches - 1].right != p.second) {
      stretch[stretches++] = {x, x, p.first, p.second};
    }
    stretch[stretches - 1].to = x + 1;
  }
  auto* quad = reinterpret_cast<uint32_t(*)[256]>(scratch.get<uint32_t>(int64_t{stretches} * 256));
  auto* row = scratch.get<uint8_t>(s.width);
  int32_t up = -1, down = -1;
  for (int64_t y = 0; y < s.height; ++y) {
    const ClahePlace p = clahe_place(y, s.tile_h, s.tiles_y);
    if (p.first != up || p.second != down) {
      up = p.first;
      down = p.second;
      for (int32_t i = 0; i < stretches; ++i) {
        const uint8_t *ul = table[up * s.tiles_x + stretch[i].left], *ur = table[up * s.tiles_x + stretch[i].right];
        const uint8_t *dl = table[down * s.tiles_x + stretch[i].left], *dr = table[down * s.tiles_x + stretch[i].right];
        for (int v = 0; v < 256; ++v) {
          quad[i][v] = ul[v] | static_cast<uint32_t>(ur[v]) << 8 | static_cast<uint32_t>(dl[v]) << 16 |
                       static_cast<uint32_t>(dr[v]) << 24;
        }
      }
    }
    for (int32_t i = 0; i < stretches; ++i) {
      const int64_t x = stretch[i].from;
      loop.blend(plane + y * s.width + x, quad[i], weight + x, p.weight, stretch[i].to - x, row + x);
    }
    emit(y, row);
  }
  scratch.rewind(mark);
}

void run(const ClaheArgs&, SampleRun& s, ClaheState& st) {
  const int64_t n = st.height * st.width, width = st.width;
  if (!n) return;
  const Loops loop = loops();
  const uint8_t* in = s.in[0].as<uint8_t>();
  uint8_t* out = s.out[0].as<uint8_t>();
  if (st.channels == 1) {
    equalize_plane(st, loop, in, *s.scratch,
                   [&](int64_t y, const uint8_t* row) { std::memcpy(out + y * width, row, width); });
    return;
  }
  auto* plane = s.scratch->get<uint8_t>(n);
  if (st.luma) {
    const LabTables& tables = lab_tables();
    // a and b wait here for the new L: they cost half of the look-ups.
    uint8_t *a = s.scratch->get<uint8_t>(n), *b = s.scratch->get<uint8_t>(n);
    loop.to_lab(tables, in, n, plane, a, b);
    equalize_plane(st, loop, plane, *s.scratch, [&](int64_t y, const uint8_t* row) {
      loop.to_rgb(tables, row, a + y * width, b + y * width, width, out + 3 * y * width);
    });
    return;
  }
  for (int c = 0; c < st.channels; ++c) {
    for (int64_t i = 0; i < n; ++i) plane[i] = in[3 * i + c];
    equalize_plane(st, loop, plane, *s.scratch, [&](int64_t y, const uint8_t* row) {
      for (int64_t x = 0; x < width; ++x) out[3 * (y * width + x) + c] = row[x];
    });
  }
}

}  // namespace

PENSTOCK_CPU_OP(clahe, ClaheArgs, ClaheState, setup, run, kNone)

}  // namespace penstock::ops
