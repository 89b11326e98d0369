// cropMirrorNormalize on the GPU. 8-bit RGB to float32 or float16, planar or interleaved, runs in normalize_rgb(): four
// pixels per thread, so that planes are written 16 (float16: 8) bytes at a time. All other inputs run in
// normalize_any(), element by element in float64, which gives the CPU's bytes.
#include "generated/ops/crop_mirror_normalize.h"
#include "gpu_plugin/element.h"
#include "gpu_plugin/launch.h"
#include "kernels/normalize/normalize_line.h"
#include "kernels/normalize/normalize_row.h"
#include "kernels/normalize/normalize_window.h"

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
  int channels;  // of the input; further channels of the output get the fill values
  double scale, shift;
  int64_t first_channel;  // index in the list of all samples' channels
  int64_t volume;         // of the output
  NormalizeAxis axis[abi::maxDims];
};

struct RgbSample {
  const uint8_t* in;  // the window's first pixel
  void* out;
  int64_t pitch;  // bytes from one row of the input to the next
  int width, height;
  bool mirror, planar;
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

// Reverses the first `count` of four values. All indices are constants, so that the values stay in registers.
template <class Out>
PENSTOCK_HD void reverse(Out (&v)[4], int count) {
  const Out a = v[0], b = v[1], c = v[2], d = v[3];
  v[0] = count == 4 ? d : count == 3 ? c : count == 2 ? b : a;
  v[1] = count == 4 ? c : count == 3 ? b : a;
  v[2] = count == 4 ? b : a;
  v[3] = a;
}

template <class Out>
__global__ void normalize_rgb(const RgbSample* samples) {
  const RgbSample& s = samples[blockIdx.y];
  const int groups = (s.width + 3) / 4, total = groups * s.height;
  const int64_t plane = s.planar ? int64_t{s.width} * s.height : 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < total; i += gridDim.x * blockDim.x) {
    const int y = i / groups, x = (i - y * groups) * 4, count = min(4, s.width - x);
    const uint8_t* p = s.in + y * s.pitch + 3 * (s.mirror ? s.width - x - count : x);
    uint32_t words[3] = {};
    if (count == 4) {
      load_words(p, words);
    } else {
      for (int i = 0; i < 9; ++i) {
        if (i < 3 * count) words[i / 4] |= uint32_t{p[i]} << (i % 4 * 8);
      }
    }
    Out v[3][4];
    for (int c = 0; c < 3; ++c) {
      for (int k = 0; k < 4; ++k) v[c][k] = from_float<Out>(on_line(s.line[c], byte_of(words, 3 * k + c)));
      if (s.mirror) reverse(v[c], count);
    }
    put_rgb(static_cast<Out*>(s.out) + (int64_t{y} * s.width + x) * (s.planar ? 1 : 3), plane, count, v);
  }
}

// --- launchers ---

struct Rgb {
  std::vector<RgbSample> samples;
  int64_t most = 0;  // most groups of pixels that a sample has

  template <class Out>
  void run(Context& ctx) const {
    if (samples.empty()) return;
    launch(normalize_rgb<Out>, ragged_grid(static_cast<int>(samples.size()), most, kThreads), dim3(kThreads),
           ctx.stream(), ctx.upload(samples));
  }
};

bool rgb_sample(const NormalizeSpec& n, const NormalizeWindow& st, const TensorView& in, const TensorView& out,
                RgbSample& s) {
  const Window& w = st.window;
  if (in.dtype != DType::uint8 || st.in_layout != Layout("HWC") || n.channels != 3 || !w.inside(in.shape)) return false;
  if (out.layout != Layout("CHW") && out.layout != Layout("HWC")) return false;
  if (n.pad_output || out.shape.volume() > 1 << 30) return false;
  s.pitch = in.shape[1] * 3;
  s.in = in.as<const uint8_t>() + w.anchor[0] * s.pitch + w.anchor[1] * 3;
  s.out = out.data;
  s.height = static_cast<int>(w.shape[0]);
  s.width = static_cast<int>(w.shape[1]);
  s.mirror = n.mirror;
  s.planar = n.planar;
  for (int c = 0; c < 3; ++c) {
    s.line[c] = normalize_line(n.mean.at(c), n.std.at(c), n.scale, n.shift);
    if (!is_line(s.line[c])) return false;
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
  // All samples of an output have one dtype.
  if (!rgb.samples.empty()) {
    r.out[0][0].dtype == DType::float16 ? rgb.run<Half>(r.ctx) : rgb.run<float>(r.ctx);
  }
  if (!any.empty()) {
    launch(normalize_any, ragged_grid(static_cast<int>(any.size()), most, kThreads), dim3(kThreads), r.ctx.stream(),
           r.ctx.upload(any), r.ctx.upload(channels));
  }
}

}  // namespace

PENSTOCK_GPU_OP(crop_mirror_normalize, CropMirrorNormalizeArgs, run)

}  // namespace penstock::ops
