// dumpImage on a GPU: the pixels come to the host, for which the stage waits, as files are written there.
#include "gpu_plugin/gpu_op.h"
#include "ops/dump_image/dump_image.h"

namespace penstock::ops {
namespace {

void run(gpu::Run& r) {
  std::vector<std::vector<uint8_t>> pixels(r.count);
  for (int i = 0; i < r.count; ++i) {
    const TensorView& in = r.in[0][i];
    const auto bytes = static_cast<size_t>(in.bytes());
    pixels[i].resize(bytes);
    if (!bytes) continue;
    gpu::check(cudaMemcpyAsync(pixels[i].data(), in.data, bytes, cudaMemcpyDeviceToHost, r.ctx.stream()), "copying");
    gpu::check(cudaMemcpyAsync(r.out[0][i].data, in.data, bytes, cudaMemcpyDefault, r.ctx.stream()), "copying");
  }
  gpu::check(cudaStreamSynchronize(r.ctx.stream()), "waiting for images");
  for (int i = 0; i < r.count; ++i) {
    dump_image(r.arg<DumpImageArgs>(i), r.state<DumpState>(i), pixels[i].data(), r.in[0][i].shape);
  }
}

}  // namespace

PENSTOCK_GPU_OP(dump_image, DumpImageArgs, run)

}  // namespace penstock::ops
