// lookupTable on a GPU: the table goes to the device once a batch.
#include "gpu_plugin/element.h"
#include "gpu_plugin/launch.h"
#include "ops/lookup_table/lookup_table.h"

namespace penstock::ops {
namespace {

using namespace gpu;

constexpr int kThreads = 256;

struct LookupSample {
  const void* in;
  void* out;
  int64_t volume;
};

// --- kernels ---

template <class In, class U>
__global__ void look_up(const LookupSample* samples, const U* entry, int64_t size) {
  const LookupSample& s = samples[blockIdx.y];
  const In* in = static_cast<const In*>(s.in);
  U* out = static_cast<U*>(s.out);
  const int64_t stride = int64_t{gridDim.x} * blockDim.x;
  for (int64_t i = int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < s.volume; i += stride) {
    out[i] = entry[lookup_index(in[i], size)];
  }
}

// --- launchers ---

void run(Run& r) {
  std::vector<LookupSample> samples(r.count);
  int64_t most = 0;
  for (int i = 0; i < r.count; ++i) {
    samples[i] = {r.in[0][i].data, r.out[0][i].data, r.in[0][i].shape.volume()};
    most = std::max(most, samples[i].volume);
  }
  if (!most) return;
  const auto& table = static_cast<const LookupEntries&>(*r.shared);
  const uint8_t* bytes = r.ctx.upload(table.bytes);
  const LookupSample* given = r.ctx.upload(samples);
  dispatch(r.in[0][0].dtype, [&](auto zero) {
    using In = decltype(zero);
    if constexpr (std::is_integral_v<In> && !std::is_same_v<In, bool>) {
      const auto with = [&](auto word) {
        using U = decltype(word);
        launch(look_up<In, U>, ragged_grid(r.count, most, kThreads), dim3(kThreads), r.ctx.stream(), given,
               reinterpret_cast<const U*>(bytes), table.size);
      };
      const int64_t size = dtype_size(r.out[0][0].dtype);
      if (size == 1) with(uint8_t{});
      if (size == 2) with(uint16_t{});
      if (size == 4) with(uint32_t{});
      if (size == 8) with(uint64_t{});
    }
  });
}

}  // namespace

PENSTOCK_GPU_OP(lookup_table, LookupTableArgs, run)

}  // namespace penstock::ops
