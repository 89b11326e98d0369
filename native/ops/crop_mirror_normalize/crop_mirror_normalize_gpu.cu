// cropMirrorNormalize on the GPU. 8-bit RGB pixels to float32 or float16, planes or pixels, take normalize_rgb(): four
// pixels a thread, so that planes are written 16 (8) bytes at a time. All else takes normalize_any() in float64,
// element by element, which gives the CPU's bytes.
#include "cuda/element.h"
#include "cuda/launch.h"
#include "generated/ops/crop_mirror_normalize.h"
#include "ops/crop_mirror_normalize/crop_mirror_normalize.h"
#include "ops/crop_mirror_normalize/normalize_line.h"
#include "ops/crop_mirror_normalize/normalize_window.h"

namespace penstock::ops {
namespace {

using namespace gpu;

constexpr int kThreads = 256;

// --- descriptors: one per sample ---

struct Channel {
  double mean, std, fill;
};

struct AnySample {
  const void* in;
  void* out;
  DType in_dtype, out_dtype;
  int ndim, width, channel;  // the output's axes: how many, and which two are the width and the channels
  bool mirror;
  int channels;  // of the input; the output's others are filled
  double scale, shift;
  int64_t first_channel;  // in the list of all samples' channels
  int64_t volume;         // of the output
  NormalizeAxis axis[abi::maxDims];
};

struct RgbSample {
  const uint8_t* in;  // the window's first pixel
  void* out;
  int64_t pitch;  // of the input's rows
  int width, height;
  bool mirror;
  Line line[3];
};

// --- kernels ---

__global__ void normalize_any(const AnySample* samples, const Channel* channels) {
  const AnySample& s = samples[blockIdx.y];
  for (int64_t i = blockIdx.x * int64_t{blockDim.x} + threadIdx.x; i < s.volume; i += int64_t{gridDim.x} * blockDim.x) {
    int64_t rest = i, at = 0, c = 0;
    bool inside = true;
    for (int d = s.ndim - 1; d >= 0; --d) {
      const NormalizeAxis& a = s.axis[d];
      int64_t place = take_coordinate(rest, a.size);
      if (d == s.channel) c = place;
      if (d == s.width && s.mirror) place = a.size - 1 - place;
      inside &= place >= a.from && place < a.to;
      at += (a.first + place) * a.in_step;
    }
    const Channel& n = channels[s.first_channel + c];
    const double v =
        inside ? normalized(load_as<double>(s.in, at, s.in_dtype), n.mean, n.std, s.scale, s.shift) : n.fill;
    store_as(s.out, i, s.out_dtype, v);
  }
}

// v[channel][pixel]: four pixels of a row, to planes or interleaved.
template <class Out>
PENSTOCK_HD void put_planes(Out* row, int64_t plane, const Out (&v)[3][4]) {
  for (int c = 0; c < 3; ++c, row += plane) {
    if (fits_four(row)) {
      *reinterpret_cast<Four<Out>*>(row) = {v[c][0], v[c][1], v[c][2], v[c][3]};
    } else {
      for (int k = 0; k < 4; ++k) row[k] = v[c][k];
    }
  }
}
template <class Out>
PENSTOCK_HD void put_pixels(Out* row, const Out (&v)[3][4]) {
  if (fits_four(row)) {
    auto* to = reinterpret_cast<Four<Out>*>(row);
    to[0] = {v[0][0], v[1][0], v[2][0], v[0][1]};
    to[1] = {v[1][1], v[2][1], v[0][2], v[1][2]};
    to[2] = {v[2][2], v[0][3], v[1][3], v[2][3]};
  } else {
    for (int i = 0; i < 12; ++i) row[i] = v[i % 3][i / 3];
  }
}

template <class Out, bool kPlanar>
__global__ void normalize_rgb(const RgbSample* samples) {
  const RgbSample& s = samples[blockIdx.y];
  const int groups = (s.width + 3) / 4, total = groups * s.height;
  const int64_t plane = kPlanar ? int64_t{s.width} * s.height : 1, step = kPlanar ? 1 : 3;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < total; i += gridDim.x * blockDim.x) {
    const int y = i / groups, x = (i - y * groups) * 4, count = min(4, s.width - x);
    const uint8_t* p = s.in + y * s.pitch + 3 * (s.mirror ? s.width - x - count : x);
    Out* row = static_cast<Out*>(s.out) + (int64_t{y} * s.width + x) * step;
    if (count < 4) {
      for (int k = 0; k < count; ++k) {
        for (int c = 0; c < 3; ++c) {
          const float value = p[3 * (s.mirror ? count - 1 - k : k) + c];
          row[k * step + c * plane] = from_float<Out>(on_line(s.line[c], value));
        }
      }
      continue;
    }
    uint32_t words[3];
    load_words(p, words);
    Out v[3][4];
    for (int c = 0; c < 3; ++c) {
      for (int k = 0; k < 4; ++k) v[c][k] = from_float<Out>(on_line(s.line[c], byte_of(words, 3 * k + c)));
      if (s.mirror) {
        const Out first = v[c][0], second = v[c][1];
        v[c][0] = v[c][3];
        v[c][1] = v[c][2];
        v[c][2] = second;
        v[c][3] = first;
      }
    }
    if constexpr (kPlanar) {
      put_planes(row, plane, v);
    } else {
      put_pixels(row, v);
    }
  }
}

// --- launchers ---

struct Rgb {
  std::vector<RgbSample> samples;
  int64_t most = 0;  // groups of pixels in a sample

  template <class Out, bool kPlanar>
  void run(Context& ctx) const {
    if (samples.empty()) return;
    launch(normalize_rgb<Out, kPlanar>, ragged_grid(static_cast<int>(samples.size()), most, kThreads), dim3(kThreads),
           ctx.stream(), ctx.upload(samples));
  }
};

bool rgb_sample(const NormalizeSpec& n, const NormalizeWindow& st, const TensorView& in, const TensorView& out,
                RgbSample& s) {
  const Window& w = st.window;
  if (in.dtype != DType::uint8 || st.in_layout != Layout("HWC") || n.channels != 3 || !w.inside(in.shape)) return false;
  if (out.layout != Layout("CHW") && (out.layout != Layout("HWC") || n.pad_output)) return false;
  if (n.pad_output || out.shape.volume() > 1 << 30) return false;
  s.pitch = in.shape[1] * 3;
  s.in = in.as<const uint8_t>() + w.anchor[0] * s.pitch + w.anchor[1] * 3;
  s.out = out.data;
  s.height = static_cast<int>(w.shape[0]);
  s.width = static_cast<int>(w.shape[1]);
  s.mirror = n.mirror;
  for (int c = 0; c < 3; ++c) {
    s.line[c] = normalize_line(n.mean.at(c), n.std.at(c), n.scale, n.shift);
    const Line& l = s.line[c];
    if (!std::isfinite(l.zero + l.slope + l.slope_low + l.rest)) return false;
  }
  return true;
}

void run(Run& r) {
  Rgb rgb;
  std::vector<AnySample> any;
  std::vector<Channel> channels;
  int64_t most = 0;
  for (int i = 0; i < r.count; ++i) {
    const auto& a = r.arg<CropMirrorNormalizeArgs>(i);
    const auto& st = r.state<NormalizeWindow>(i);
    const TensorView &in = r.in[0][i], &out = r.out[0][i];
    if (!out.shape.volume()) continue;
    const int in_channels = static_cast<int>(in.shape[st.in_layout.find('C')]);
    const NormalizeSpec n = normalize_spec(a, in_channels, out.layout == Layout("CHW"));
    check_lengths(n);
    if (a.dtype == DType::float32 || a.dtype == DType::float16) {
      RgbSample s;
      if (rgb_sample(n, st, in, out, s)) {
        rgb.samples.push_back(s);
        rgb.most = std::max<int64_t>(rgb.most, int64_t{(s.width + 3) / 4} * s.height);
        continue;
      }
    }
    AnySample s;
    s.in = in.data;
    s.out = out.data;
    s.in_dtype = in.dtype;
    s.out_dtype = out.dtype;
    s.ndim = out.shape.ndim;
    s.width = out.layout.find('W');
    s.channel = out.layout.find('C');
    s.mirror = n.mirror;
    s.channels = in_channels;
    s.scale = n.scale;
    s.shift = n.shift;
    s.first_channel = static_cast<int64_t>(channels.size());
    s.volume = out.shape.volume();
    for (int d = 0; d < s.ndim; ++d) s.axis[d] = normalize_axis(out.layout.name[d], in, out, st);
    s.axis[s.channel].size = out.shape[s.channel];
    for (int c = 0; c < out.shape[s.channel]; ++c) {
      const bool real = c < in_channels;
      channels.push_back({real ? n.mean.at(c) : 0.0, real ? n.std.at(c) : 1.0, fill_value(n, c)});
    }
    most = std::max(most, s.volume);
    any.push_back(s);
  }
  // One dtype and one layout for all samples of an output.
  if (!rgb.samples.empty()) {
    const bool planar = r.out[0][0].layout == Layout("CHW"), half = r.out[0][0].dtype == DType::float16;
    if (half) {
      planar ? rgb.run<Half, true>(r.ctx) : rgb.run<Half, false>(r.ctx);
    } else {
      planar ? rgb.run<float, true>(r.ctx) : rgb.run<float, false>(r.ctx);
    }
  }
  if (!any.empty()) {
    launch(normalize_any, ragged_grid(static_cast<int>(any.size()), most, kThreads), dim3(kThreads), r.ctx.stream(),
           r.ctx.upload(any), r.ctx.upload(channels));
  }
}

}  // namespace

PENSTOCK_GPU_OP(crop_mirror_normalize, CropMirrorNormalizeArgs, run)

}  // namespace penstock::ops
