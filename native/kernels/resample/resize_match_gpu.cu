// Resizes with another library's numbers on a GPU: a pass for each axis, with a result of the library's type in
// between. The tables are the CPU's, made on the host, once for all images of a batch that have the same sizes.
#include <array>
#include <map>
#include <tuple>

#include "gpu_plugin/launch.h"
#include "kernels/match/lists.h"
#include "kernels/match/taps.h"
#include "kernels/resample/resample_gpu.h"
#include "kernels/resample/resize_match.h"

namespace penstock::gpu {
namespace {

using match::Way;

constexpr int kThreads = 256;

// One pass over an image, or over rows of it: [outer][axis][inner] becomes [outer][count][inner].
struct MatchPass {
  const void* in;
  void* out;
  const int32_t *first, *number, *index;  // index: the place of each tap; null: they follow the first one
  const int32_t* whole;
  const float* weight;
  const double* real;
  int32_t most, shift;
  int64_t begin;  // the first sample of the axis that the input has
  int64_t count, inner, step, outer_step, volume;
};

// OpenCV's area of whole factors, which takes both axes at once.
struct MatchSquares {
  const uint8_t* in;
  uint8_t* out;
  const int32_t *y, *x;
  int32_t rows, columns, channels;
  int64_t width, pitch, volume;
};

// --- kernels ---

// What the kernels make of the taps of output sample `i`; `from` is sample 0 of the axis.
struct Copy {
  template <class In, class Out>
  PENSTOCK_HD static Out of(const MatchPass& p, int64_t i, const In* from) {
    return from[p.first[i] * p.step];
  }
};
struct Fixed {
  template <class In, class Out>
  PENSTOCK_HD static Out of(const MatchPass& p, int64_t i, const In* from) {
    return match::sum_fixed(from + p.first[i] * p.step, p.step, p.whole + i * p.most, p.number[i], p.shift);
  }
};
struct Doubles {
  template <class In, class Out>
  PENSTOCK_HD static Out of(const MatchPass& p, int64_t i, const In* from) {
    const double sum = match::sum_doubles(from + p.first[i] * p.step, p.step, p.real + i * p.most, p.number[i]);
    if constexpr (sizeof(Out) == 2) {
      return match::round_u16(sum);
    } else {
      return static_cast<Out>(sum);
    }
  }
};
template <bool kFused>
struct Floats {
  template <class In, class Out>
  PENSTOCK_HD static Out of(const MatchPass& p, int64_t i, const In* from) {
    const int32_t* at = p.index + i * p.most;
    const auto sample = [&](int k) { return static_cast<float>(from[at[k] * p.step]); };
    const float* weight = p.weight + i * p.most;
    const int taps = p.number[i];
    const float sum = kFused ? match::sum_fused(weight, taps, sample) : match::sum_list(weight, taps, sample);
    if constexpr (sizeof(Out) == 1) {
      return match::round_u8(sum);
    } else {
      return sum;
    }
  }
};
template <bool kFirst>
struct Linear {
  template <class In, class Out>
  PENSTOCK_HD static Out of(const MatchPass& p, int64_t i, const In* from) {
    const int32_t *at = p.index + i * p.most, *w = p.whole + i * p.most;
    const int32_t a = w[0] * static_cast<int32_t>(from[at[0] * p.step]);
    const int32_t b = w[1] * static_cast<int32_t>(from[at[1] * p.step]);
    if constexpr (kFirst) {
      return (a + b) >> 4;
    } else {
      return match::linear_u8(a, b);
    }
  }
};
template <bool kFirst>
struct Whole {
  template <class In, class Out>
  PENSTOCK_HD static Out of(const MatchPass& p, int64_t i, const In* from) {
    const int32_t* at = p.index + i * p.most;
    const auto sample = [&](int k) { return static_cast<int32_t>(from[at[k] * p.step]); };
    const int32_t sum = match::sum_list(p.whole + i * p.most, p.number[i], sample);
    if constexpr (kFirst) {
      return sum;
    } else {
      return match::clip_u8((sum + (1 << 21)) >> 22);
    }
  }
};

template <class In, class Out, class Sum>
__global__ void match_pass(const MatchPass* passes) {
  const MatchPass& p = passes[blockIdx.y];
  const int64_t stride = int64_t{gridDim.x} * blockDim.x;
  for (int64_t e = int64_t{blockIdx.x} * blockDim.x + threadIdx.x; e < p.volume; e += stride) {
    const int64_t j = e % p.inner, rest = e / p.inner;
    const In* from = static_cast<const In*>(p.in) + rest / p.count * p.outer_step + j - p.begin * p.step;
    static_cast<Out*>(p.out)[e] = Sum::template of<In, Out>(p, rest % p.count, from);
  }
}

__global__ void match_squares(const MatchSquares* images) {
  const MatchSquares& s = images[blockIdx.y];
  const bool up = match::rounds_up(s.rows, s.columns, s.channels);
  const int64_t stride = int64_t{gridDim.x} * blockDim.x;
  for (int64_t e = int64_t{blockIdx.x} * blockDim.x + threadIdx.x; e < s.volume; e += stride) {
    const int64_t c = e % s.channels, pixel = e / s.channels, i = pixel / s.width, j = pixel % s.width;
    const uint8_t* from = s.in + s.y[i * s.rows] * s.pitch + int64_t{s.x[j * s.columns]} * s.channels + c;
    int32_t sum = 0;
    for (int r = 0; r < s.rows; ++r) {
      for (int k = 0; k < s.columns; ++k) sum += from[r * s.pitch + int64_t{k} * s.channels];
    }
    s.out[e] = match::mean_u8(sum, s.rows * s.columns, up);
  }
}

// --- plans ---

// The table of an axis among the descriptors, and what of the axis is read.
struct Table {
  size_t first = 0, number = 0, index = 0, whole = 0, weight = 0, real = 0;
  bool listed = false;
  match::Sum sum = match::Sum::copy;
  int32_t most = 0, shift = 0, begin = 0, end = 0;
  int64_t count = 0;
};

Table table_of(const match::Taps& t, Descriptors& to) {
  Table made;
  made.first = to.add(t.first);
  made.number = to.add(t.number);
  made.whole = to.add(t.fixed);
  made.real = to.add(t.real);
  made.sum = t.sum;
  made.most = t.most;
  made.shift = t.shift;
  made.begin = t.begin;
  made.end = t.end;
  made.count = t.count;
  return made;
}

Table table_of(const match::List& t, Descriptors& to) {
  Table made;
  made.listed = true;
  made.index = to.add(t.index);
  made.number = to.add(t.number);
  made.whole = to.add(t.whole);
  made.weight = to.add(t.weight);
  made.most = t.most;
  made.count = t.count;
  made.begin = INT32_MAX;
  for (int i = 0; i < t.count; ++i) {
    for (int k = 0; k < t.number[i]; ++k) {
      const int32_t at = t.index[static_cast<size_t>(i) * t.most + k];
      made.begin = std::min(made.begin, at);
      made.end = std::max(made.end, at + 1);
    }
  }
  return made;
}

// What images of the same sizes have in common.
struct Plan {
  Way way = Way::none;
  bool down_first = false;
  Table y, x;
};

Plan plan_of(const match::Rule& rule, DType dtype, const match::Side& y, const match::Side& x, Descriptors& to) {
  Plan plan;
  match::Lists lists;
  if (lists.plan(rule, dtype, y.in, y.out, x.in, x.out)) {
    lists.take_parts(y.part, x.part);
    plan.way = lists.way();
    plan.y = table_of(lists.part(0), to);
    plan.x = table_of(lists.part(1), to);
    return plan;
  }
  const auto axis = [&](const match::Side& side) {
    match::Taps whole, part;
    match::make_taps(rule, dtype, side.in, side.out, whole);
    match::take_part(whole, side.part, part);
    return table_of(part, to);
  };
  plan.y = axis(y);
  plan.x = axis(x);
  plan.down_first = match::down_first(rule, y.in, y.out, x.in, x.out);
  return plan;
}

// How a pass sums: kernels by this, and by the image's dtype.
enum class Kind { copy, fixed, doubles, floats, fused, linear, whole };

Kind kind_of(const Plan& plan, const Table& table) {
  if (plan.way == Way::floats) return Kind::floats;
  if (plan.way == Way::fused) return Kind::fused;
  if (plan.way == Way::linear8) return Kind::linear;
  if (plan.way == Way::whole8) return Kind::whole;
  if (table.sum == match::Sum::copy) return Kind::copy;
  return table.sum == match::Sum::fixed ? Kind::fixed : Kind::doubles;
}

// Bytes of an element between the passes.
int64_t middle_size(const Plan& plan, DType dtype) { return plan.way == Way::none ? dtype_size(dtype) : 4; }

// One image: a frame of an item.
struct Frame {
  const Plan* plan;
  const uint8_t* in;  // the first pixel of the region
  uint8_t* out;
  int64_t pitch, channels;  // elements

  int64_t rows() const { return plan->down_first ? plan->y.count : plan->y.end - plan->y.begin; }
  int64_t columns() const { return plan->down_first ? plan->x.end - plan->x.begin : plan->x.count; }
  int64_t middle() const { return plan->way == Way::squares ? 0 : rows() * columns() * channels; }
};

MatchPass pass_of(const Table& t, const Descriptors& d) {
  MatchPass p = {};
  if (t.listed) {
    p.index = d.get<int32_t>(t.index);
    p.weight = d.get<float>(t.weight);
  } else {
    p.first = d.get<int32_t>(t.first);
    p.real = d.get<double>(t.real);
  }
  p.number = d.get<int32_t>(t.number);
  p.whole = d.get<int32_t>(t.whole);
  p.most = t.most;
  p.shift = t.shift;
  p.count = t.count;
  return p;
}

// The two passes of a frame, the first of which writes to `middle`.
struct TwoPasses {
  MatchPass pass[2];
  Kind kind[2];
};
TwoPasses passes_of(const Frame& f, const Descriptors& d, int64_t element, uint8_t* middle) {
  const Table &y = f.plan->y, &x = f.plan->x;
  TwoPasses two = {{pass_of(x, d), pass_of(y, d)}, {kind_of(*f.plan, x), kind_of(*f.plan, y)}};
  const int64_t columns = f.columns(), n = columns * f.channels;
  if (f.plan->down_first) {
    std::swap(two.pass[0], two.pass[1]);
    std::swap(two.kind[0], two.kind[1]);
  }
  MatchPass &across = two.pass[f.plan->down_first], &down = two.pass[!f.plan->down_first];
  across.step = across.inner = f.channels;
  down.inner = n;
  if (f.plan->down_first) {
    down.in = f.in + x.begin * f.channels * element;
    down.step = f.pitch;
    down.volume = y.count * n;
    across.outer_step = n;
    across.begin = x.begin;
    across.volume = y.count * x.count * f.channels;
  } else {
    across.in = f.in + y.begin * f.pitch * element;
    across.outer_step = f.pitch;
    across.volume = f.rows() * n;
    down.step = n;
    down.begin = y.begin;
    down.volume = y.count * n;
  }
  two.pass[0].out = middle;
  two.pass[1].in = middle;
  two.pass[1].out = f.out;
  return two;
}

using Launches = std::map<Kind, std::vector<MatchPass>>;

// Launches the passes of one kind. `second`: of the two passes.
template <class T>
void launch_kind(Context& ctx, Kind kind, bool second, const std::vector<MatchPass>& passes) {
  int64_t most = 0;
  for (const MatchPass& p : passes) most = std::max(most, p.volume);
  const auto with = [&](void (*kernel)(const MatchPass*)) {
    launch(kernel, ragged_grid(static_cast<int>(passes.size()), most, kThreads, 1024), dim3(kThreads), ctx.stream(),
           ctx.upload(passes));
  };
  if (kind == Kind::copy) return with(match_pass<T, T, Copy>);
  if (kind == Kind::floats) {
    if constexpr (sizeof(T) != 2)
      return second ? with(match_pass<float, T, Floats<false>>) : with(match_pass<T, float, Floats<false>>);
  }
  if constexpr (sizeof(T) == 1) {
    if (kind == Kind::fixed) return with(match_pass<T, T, Fixed>);
    if (kind == Kind::linear) {
      return second ? with(match_pass<int32_t, T, Linear<false>>) : with(match_pass<T, int32_t, Linear<true>>);
    }
    if (kind == Kind::whole) {
      return second ? with(match_pass<int32_t, T, Whole<false>>) : with(match_pass<T, int32_t, Whole<true>>);
    }
  } else {
    if (kind == Kind::doubles) return with(match_pass<T, T, Doubles>);
    if constexpr (sizeof(T) == 4) {
      if (kind == Kind::fused) return with(match_pass<T, T, Floats<true>>);
    }
  }
}

void launch_all(Context& ctx, DType dtype, bool second, const Launches& launches) {
  for (const auto& [kind, passes] : launches) {
    if (dtype == DType::uint8) launch_kind<uint8_t>(ctx, kind, second, passes);
    if (dtype == DType::uint16) launch_kind<uint16_t>(ctx, kind, second, passes);
    if (dtype == DType::float32) launch_kind<float>(ctx, kind, second, passes);
  }
}

void run_squares(Context& ctx, const std::vector<Frame>& frames, const Descriptors& d) {
  std::vector<MatchSquares> images;
  int64_t most = 0;
  for (const Frame& f : frames) {
    if (f.plan->way != Way::squares) continue;
    const Table &y = f.plan->y, &x = f.plan->x;
    const int64_t volume = y.count * x.count * f.channels;
    images.push_back({f.in, f.out, d.get<int32_t>(y.index), d.get<int32_t>(x.index), y.most, x.most,
                      static_cast<int32_t>(f.channels), x.count, f.pitch, volume});
    most = std::max(most, volume);
  }
  if (images.empty()) return;
  launch(match_squares, ragged_grid(static_cast<int>(images.size()), most, kThreads, 1024), dim3(kThreads),
         ctx.stream(), ctx.upload(images));
}

// The key of a plan: what of an item its tables follow from.
using SideKey = std::array<int64_t, 5>;
using Key = std::tuple<match::Profile, match::Filter, bool, SideKey, SideKey>;
SideKey key_of(const match::Side& s) { return {s.in, s.out, s.part.first, s.part.count, s.part.mirror}; }
Key key_of(const match::Rule& rule, const match::Side& y, const match::Side& x) {
  return {rule.profile, rule.filter, rule.antialias, key_of(y), key_of(x)};
}

}  // namespace

void match_batch(Context& ctx, const std::vector<Resample>& items) {
  const DType dtype = items[0].in.dtype;
  const int64_t element = dtype_size(dtype);
  Descriptors descriptors;
  std::map<Key, Plan> plans;
  std::vector<Frame> frames;
  for (const Resample& item : items) {
    const ops::ResizeState& s = *item.state;
    const ops::MatchSide y = ops::match_side(s, 0), x = ops::match_side(s, 1);
    const Key key = key_of(s.match, y.side, x.side);
    auto at = plans.find(key);
    if (at == plans.end()) at = plans.emplace(key, plan_of(s.match, dtype, y.side, x.side, descriptors)).first;
    const int64_t channels = s.layout.channels, pitch = s.axis[1].in * channels;
    Frame f = {&at->second, item.in.as<const uint8_t>() + (y.begin * pitch + x.begin * channels) * element,
               item.out.as<uint8_t>(), pitch, channels};
    for (int64_t i = 0; i < s.layout.outer; ++i) {
      frames.push_back(f);
      f.in += s.axis[0].in * pitch * element;
      f.out += s.part[0].count * s.part[1].count * channels * element;
    }
  }
  descriptors.upload(ctx);
  run_squares(ctx, frames, descriptors);
  const auto bytes = [&](const Frame& f) { return (f.middle() * middle_size(*f.plan, dtype) + 255) / 256 * 256; };
  std::vector<size_t> ends;  // of the frames that are launched together
  int64_t most = 0, now = 0;
  for (size_t i = 0; i < frames.size(); ++i) {
    if (now && now + bytes(frames[i]) > kMaxScratch) {
      ends.push_back(i);
      now = 0;
    }
    most = std::max(most, now += bytes(frames[i]));
  }
  if (!most) return;
  ends.push_back(frames.size());
  auto* middle = ctx.scratch<uint8_t>(static_cast<size_t>(most));
  size_t i = 0;
  for (const size_t end : ends) {
    Launches launches[2];
    uint8_t* at = middle;
    for (; i < end; ++i) {
      if (!frames[i].middle()) continue;
      const TwoPasses two = passes_of(frames[i], descriptors, element, at);
      at += bytes(frames[i]);
      for (int k = 0; k < 2; ++k) launches[k][two.kind[k]].push_back(two.pass[k]);
    }
    launch_all(ctx, dtype, false, launches[0]);
    launch_all(ctx, dtype, true, launches[1]);
  }
}

}  // namespace penstock::gpu
