// Kernels of strided_copy.h. Where the dtype does not change, a thread moves as many elements as one aligned store
// holds, by one load if they are contiguous in the input. Otherwise a thread converts one element at a time.
#include "gpu_plugin/element.h"
#include "gpu_plugin/launch.h"
#include "kernels/window/clamp_to.h"
#include "kernels/window/strided_copy.h"

namespace penstock::gpu {
namespace {

using ops::Bounds;
using ops::detail::clamp_to;

constexpr int kThreads = 256;

// --- device helpers ---

// The source of an output element.
struct Place {
  int64_t at = 0;    // index in the input, or, where `fill` is true, the index of the fill value
  int64_t left = 0;  // number of elements from this one on, itself included, that are `step` apart
  bool fill = false;
};

PENSTOCK_HD Place place_of(const StridedCopy& s, int64_t element, bool per_channel) {
  Place p;
  int64_t channel = 0;
  p.left = 1;
  for (int d = s.ndim - 1; d >= 0; --d) {
    const StridedCopy::Dim& dim = s.dim[d];
    int64_t i = take_coordinate(element, dim.size);
    if (dim.channel) channel = i;
    if (d == s.ndim - 1) p.left = dim.size - i;
    if (dim.bounded) {
      i += dim.anchor;
      if (i >= 0 && i < dim.extent) {
        if (d == s.ndim - 1) p.left = p.left < dim.extent - i ? p.left : dim.extent - i;
      } else {
        p.left = 1;
        if (s.policy == Bounds::pad) {
          p.fill = true;
        } else {
          i = source_index(s.policy, i, dim.extent);
        }
      }
    }
    if (!p.fill) p.at += i * dim.step;
  }
  if (p.fill) {
    p.at = per_channel ? channel : 0;
    p.left = 1;
  }
  return p;
}

template <class U, int V>
struct alignas(sizeof(U) * V) Pack {
  U v[V];
};

// Loads V contiguous elements from any address.
template <class U, int V>
PENSTOCK_HD Pack<U, V> load_run(const U* p) {
  if constexpr (sizeof(U) <= 2) {
    union {
      uint32_t words[sizeof(U) * V / 4];
      Pack<U, V> pack;
    } u;
    load_words(reinterpret_cast<const uint8_t*>(p), u.words);
    return u.pack;
  } else {
    if (reinterpret_cast<uintptr_t>(p) % sizeof(Pack<U, V>) == 0) return *reinterpret_cast<const Pack<U, V>*>(p);
    Pack<U, V> pack;
    for (int k = 0; k < V; ++k) pack.v[k] = p[k];
    return pack;
  }
}

// --- kernels ---

// Copies V elements per thread with an aligned store. kLong: most of them are contiguous in the input.
template <class U, int V, bool kLong>
__global__ void copy_bits(const StridedCopy* samples, const U* fill, bool per_channel) {
  const StridedCopy& s = samples[blockIdx.y];
  const U* in = static_cast<const U*>(s.in);
  U* out = static_cast<U*>(s.out);
  // The first aligned group of V elements begins this many elements before the sample.
  const int lead = static_cast<int>(reinterpret_cast<uintptr_t>(out) % sizeof(Pack<U, V>) / sizeof(U));
  const int64_t packs = (s.volume + lead + V - 1) / V, stride = int64_t{gridDim.x} * blockDim.x;
  const int64_t step = s.ndim ? s.dim[s.ndim - 1].step : 0;
  for (int64_t i = int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < packs; i += stride) {
    const int64_t begin = i * V - lead;
    const int from = begin < 0 ? lead : 0;
    const int to = s.volume - begin < V ? static_cast<int>(s.volume - begin) : V;
    Place p = place_of(s, begin + from, per_channel);
    if (step == 1 && to - from == V && p.left >= V) {
      *reinterpret_cast<Pack<U, V>*>(out + begin) = load_run<U, V>(in + p.at);
      continue;
    }
    if constexpr (kLong) {
      for (int k = from; k < to; ++k, --p.left, p.at += step) {
        if (!p.left) p = place_of(s, begin + k, per_channel);
        out[begin + k] = p.fill ? fill[p.at] : in[p.at];
      }
    } else {
      Pack<U, V> pack;
      for (int k = 0; k < V; ++k) {
        if (k < from || k >= to) continue;
        if (!p.left) p = place_of(s, begin + k, per_channel);
        pack.v[k] = p.fill ? fill[p.at] : in[p.at];
        p.at += step;
        --p.left;
      }
      if (to - from == V) {
        *reinterpret_cast<Pack<U, V>*>(out + begin) = pack;
      } else {
        for (int k = from; k < to; ++k) out[begin + k] = pack.v[k];
      }
    }
  }
}

template <class Wide>
PENSTOCK_HD void convert_one(const StridedCopy& s, int64_t from, int64_t to) {
  const Wide value = load_as<Wide>(s.in, from, s.in_dtype);
  dispatch(s.out_dtype, [&](auto zero) {
    using Out = decltype(zero);
    static_cast<Out*>(s.out)[to] = clamp_to<Out>(value);
  });
}

__global__ void copy_converted(const StridedCopy* samples, const float* fill, bool per_channel) {
  const StridedCopy& s = samples[blockIdx.y];
  const int64_t stride = int64_t{gridDim.x} * blockDim.x;
  for (int64_t i = int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < s.volume; i += stride) {
    const Place p = place_of(s, i, per_channel);
    if (p.fill) {
      dispatch(s.out_dtype, [&](auto zero) {
        using Out = decltype(zero);
        static_cast<Out*>(s.out)[i] = clamp_to<Out>(fill[p.at]);
      });
    } else if (s.in_dtype == DType::int64) {
      convert_one<int64_t>(s, p.at, i);
    } else if (s.in_dtype == DType::uint64) {
      convert_one<uint64_t>(s, p.at, i);
    } else {
      convert_one<double>(s, p.at, i);
    }
  }
}

// --- launchers ---

template <class U, int V, bool kLong>
void launch_bits(Context& ctx, const std::vector<StridedCopy>& samples, int64_t most, const std::vector<uint64_t>& fill,
                 int fills) {
  std::vector<U> values(fill.size());
  for (size_t i = 0; i < fill.size(); ++i) std::memcpy(&values[i], &fill[i], sizeof(U));
  launch(copy_bits<U, V, kLong>, ragged_grid(static_cast<int>(samples.size()), most / V + 2, kThreads), dim3(kThreads),
         ctx.stream(), ctx.upload(samples), ctx.upload(values), fills > 1);
}

}  // namespace

void StridedCopy::add(Dim d) {
  volume = ndim ? volume * d.size : d.size;
  if (ndim && !d.bounded) {
    Dim& last = dim[ndim - 1];
    const bool alone = last.bounded || last.channel || d.channel;
    if (!alone && d.size == 1) return;
    if (!alone && (last.size == 1 || last.step == d.step * d.size)) {
      last.size *= d.size;
      last.step = d.step;
      return;
    }
  }
  dim[ndim++] = d;
}

void strided_copy(Context& ctx, std::vector<StridedCopy>& samples, const float* fill, int fills) {
  int64_t most = 0;
  bool rows = true;
  for (StridedCopy& s : samples) {
    if (!s.ndim) s.add({});
    most = std::max(most, s.volume);
    const StridedCopy::Dim& last = s.dim[s.ndim - 1];
    rows = rows && last.step == 1 && last.size >= 64;
  }
  if (!most) return;
  const DType out = samples[0].out_dtype;
  if (samples[0].in_dtype != out) {
    launch(copy_converted, ragged_grid(static_cast<int>(samples.size()), most, kThreads), dim3(kThreads), ctx.stream(),
           ctx.upload(samples), ctx.upload(fill, static_cast<size_t>(fills)), fills > 1);
    return;
  }
  std::vector<uint64_t> values(static_cast<size_t>(fills));
  dispatch(out, [&](auto zero) {
    using Out = decltype(zero);
    for (int i = 0; i < fills; ++i) {
      const Out v = clamp_to<Out>(fill[i]);
      std::memcpy(&values[i], &v, sizeof v);
    }
  });
  const int64_t size = dtype_size(out);
  if (size == 1) {
    return rows ? launch_bits<uint8_t, 16, true>(ctx, samples, most, values, fills)
                : launch_bits<uint8_t, 4, false>(ctx, samples, most, values, fills);
  }
  if (size == 2) {
    return rows ? launch_bits<uint16_t, 8, true>(ctx, samples, most, values, fills)
                : launch_bits<uint16_t, 2, false>(ctx, samples, most, values, fills);
  }
  if (size == 4) return launch_bits<uint32_t, 4, false>(ctx, samples, most, values, fills);
  launch_bits<uint64_t, 2, false>(ctx, samples, most, values, fills);
}

}  // namespace penstock::gpu
