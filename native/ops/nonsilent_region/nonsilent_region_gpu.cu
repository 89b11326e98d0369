// nonsilentRegion on a GPU, by the sums of the CPU, so that regions are equal: a thread sums a block of elements, then
// a thread finds the loudest window of each chunk, then a block of threads finds each sample's region.
#include <algorithm>
#include <vector>

#include "gpu_plugin/element.h"
#include "gpu_plugin/launch.h"
#include "ops/nonsilent_region/nonsilent_region.h"

namespace penstock::ops {
namespace {

using namespace gpu;

constexpr int kThreads = 128;

struct SilenceSample {
  const void* in;
  DType dtype;
  int64_t n, window;
  int64_t first_block, first_chunk;  // in the arrays of all samples
  int32_t *begin, *length;
};

// --- device helpers ---

// Stands for a dtype that is known at run time only.
struct AnyDtype {};

template <class Sum, class T>
struct LoadSquared {
  const void* data;
  DType dtype;
  PENSTOCK_HD Sum operator()(int64_t i) const {
    if constexpr (std::is_same_v<T, AnyDtype>) {
      return load_as<Sum>(data, i, dtype);
    } else {
      return static_cast<Sum>(static_cast<const T*>(data)[i]);
    }
  }
};

template <class Sum, class T>
using Sums = SquareSums<Sum, LoadSquared<Sum, T>>;

template <class Sum, class T>
PENSTOCK_HD Sums<Sum, T> sums_of(const SilenceSample& s, const Sum* blocks) {
  return {{s.in, s.dtype}, s.window, s.n ? s.n - s.window + 1 : 0, blocks + s.first_block};
}

// --- kernels ---

template <class Sum, class T>
__global__ void sum_blocks(const SilenceSample* samples, Sum* blocks) {
  const SilenceSample& s = samples[blockIdx.y];
  const Sums<Sum, T> sums = sums_of<Sum, T>(s, blocks);
  const int64_t stride = int64_t{gridDim.x} * blockDim.x;
  for (int64_t b = int64_t{blockIdx.x} * blockDim.x + threadIdx.x; b < s.n / kSilenceChunk; b += stride) {
    blocks[s.first_block + b] = sums.of_block(b);
  }
}

template <class Sum, class T>
__global__ void find_loudest(const SilenceSample* samples, const Sum* blocks, double* loudest) {
  const SilenceSample& s = samples[blockIdx.y];
  const Sums<Sum, T> sums = sums_of<Sum, T>(s, blocks);
  const int64_t stride = int64_t{gridDim.x} * blockDim.x;
  for (int64_t c = int64_t{blockIdx.x} * blockDim.x + threadIdx.x; c < sums.chunks(); c += stride) {
    loudest[s.first_chunk + c] = sums.most_of_chunk(c);
  }
}

struct Found {
  double most;
  int64_t first, last;
};

template <class Sum, class T>
__global__ void find_region(const SilenceSample* samples, const Sum* blocks, const double* loudest,
                            SilenceLevel level) {
  const SilenceSample& s = samples[blockIdx.y];
  const Sums<Sum, T> sums = sums_of<Sum, T>(s, blocks);
  const int64_t chunks = sums.chunks();
  const double* own = loudest + s.first_chunk;
  auto* shared = shared_memory<Found>();
  const int t = static_cast<int>(threadIdx.x);
  double most = 0;
  for (int64_t c = t; c < chunks; c += kThreads) most = own[c] > most ? own[c] : most;
  shared[t].most = most;
  __syncthreads();
  for (int n = kThreads / 2; n; n /= 2) {
    if (t < n && shared[t + n].most > shared[t].most) shared[t].most = shared[t + n].most;
    __syncthreads();
  }
  const double cutoff = level.cutoff(s.window, shared[0].most);
  int64_t first = chunks, last = -1;
  for (int64_t c = t; c < chunks; c += kThreads) {
    if (!(own[c] >= cutoff)) continue;
    first = c < first ? c : first;
    last = c;
  }
  shared[t].first = first;
  shared[t].last = last;
  __syncthreads();
  for (int n = kThreads / 2; n; n /= 2) {
    if (t < n && shared[t + n].first < shared[t].first) shared[t].first = shared[t + n].first;
    if (t < n && shared[t + n].last > shared[t].last) shared[t].last = shared[t + n].last;
    __syncthreads();
  }
  if (t) return;
  const bool loud = shared[0].last >= 0;
  const int64_t begin = loud ? sums.first_loud(shared[0].first, cutoff) : 0;
  *s.begin = static_cast<int32_t>(begin);
  *s.length = loud ? static_cast<int32_t>(sums.last_loud(shared[0].last, cutoff) - begin + s.window) : 0;
}

// --- launchers ---

struct Batch {
  int count;
  const SilenceSample* samples;
  int64_t blocks, chunks;            // of all samples
  int64_t most_blocks, most_chunks;  // of one
};

template <class Sum, class T>
void launch_all(Context& ctx, const Batch& b, SilenceLevel level) {
  auto* blocks = ctx.scratch<Sum>(static_cast<size_t>(b.blocks + 1));
  auto* loudest = ctx.scratch<double>(static_cast<size_t>(b.chunks + 1));
  launch(sum_blocks<Sum, T>, ragged_grid(b.count, b.most_blocks, kThreads), dim3(kThreads), ctx.stream(), b.samples,
         blocks);
  launch(find_loudest<Sum, T>, ragged_grid(b.count, b.most_chunks, kThreads), dim3(kThreads), ctx.stream(), b.samples,
         blocks, loudest);
  launch_synced(find_region<Sum, T>, dim3(1, static_cast<unsigned>(b.count)), dim3(kThreads), kThreads * sizeof(Found),
                ctx.stream(), b.samples, blocks, loudest, level);
}

void run(Run& r) {
  if (!r.count) return;
  const auto& a = r.arg<NonsilentRegionArgs>(0);
  std::vector<SilenceSample> samples(r.count);
  Batch b = {r.count, nullptr, 0, 0, 0, 0};
  for (int i = 0; i < r.count; ++i) {
    const TensorView& in = r.in[0][i];
    const int64_t n = in.shape.volume(), window = silence_window(a, n);
    samples[i] = {
        in.data, in.dtype, n, window, b.blocks, b.chunks, r.out[0][i].as<int32_t>(), r.out[1][i].as<int32_t>()};
    const int64_t blocks = n / kSilenceChunk, chunks = n ? (n - window) / kSilenceChunk + 1 : 0;
    b.blocks += blocks;
    b.chunks += chunks;
    b.most_blocks = std::max(b.most_blocks, blocks);
    b.most_chunks = std::max(b.most_chunks, chunks);
  }
  b.samples = r.ctx.upload(samples);
  const DType dtype = r.in[0][0].dtype;
  const bool whole = dispatch(dtype, [](auto zero) { return kWholeSquares<decltype(zero)>; });
  if (dtype == DType::float32) {
    launch_all<double, float>(r.ctx, b, silence_level(a));
  } else if (whole) {
    launch_all<int64_t, AnyDtype>(r.ctx, b, silence_level(a));
  } else {
    launch_all<double, AnyDtype>(r.ctx, b, silence_level(a));
  }
}

}  // namespace

PENSTOCK_GPU_OP(nonsilent_region, NonsilentRegionArgs, run)

}  // namespace penstock::ops
