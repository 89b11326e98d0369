// See dlpack.h.
#include "gpu_host/dlpack.h"

#include <memory>

namespace penstock::gpu {
namespace {

constexpr int32_t kCpu = 1, kCuda = 2;
constexpr uint8_t kInt = 0, kUInt = 1, kFloat = 2, kBool = 6;

// DLPack type codes, indexed by DType.
constexpr uint8_t kCodes[kNumDTypes] = {kUInt, kUInt, kUInt,  kUInt,  kInt,   kInt,
                                        kInt,  kInt,  kFloat, kFloat, kFloat, kBool};

struct ManagedTensor {
  DLManagedTensor managed;
  std::vector<int64_t> shape;
  std::function<void()> done;
};

void forget(DLManagedTensor* managed) {
  if (!managed) return;
  const std::unique_ptr<ManagedTensor> self(static_cast<ManagedTensor*>(managed->context));
  self->done();
}

}  // namespace

DLManagedTensor* export_dlpack(void* data, int gpu, DType dtype, std::vector<int64_t> shape,
                               std::function<void()> done) {
  auto self = std::make_unique<ManagedTensor>();
  self->shape = std::move(shape);
  self->done = std::move(done);
  DLTensor& t = self->managed.tensor;
  t = {};
  t.data = data;
  t.device = gpu < 0 ? DLDevice{kCpu, 0} : DLDevice{kCuda, gpu};
  t.ndim = static_cast<int32_t>(self->shape.size());
  t.dtype = {kCodes[static_cast<int>(dtype)], static_cast<uint8_t>(8 * dtype_size(dtype)), 1};
  t.shape = self->shape.data();
  self->managed.context = self.get();
  self->managed.deleter = forget;
  return &self.release()->managed;
}

}  // namespace penstock::gpu
