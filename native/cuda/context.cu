// Memory for one batch's kernels; see gpu_op.h. Descriptors are written to page-locked memory and copied from there, so
// that the copy is asynchronous. A frame is reused only when its batch is done.
#include "cuda/runtime.h"

namespace penstock::gpu {
namespace {

constexpr size_t kBlock = size_t{256} << 10, kAlign = 256;

}  // namespace

Context::Context(Device* device, cudaStream_t stream, ChargeFn charge, void* user)
    : device_(device), stream_(stream), charge_(charge), user_(user) {
  device->enter();
  for (Frame& f : frames_) check(cudaEventCreateWithFlags(&f.done, cudaEventDisableTiming), "making an event");
}

Context::~Context() {
  try {
    device_->enter();
    cudaStreamSynchronize(stream_);
    for (const Taken& t : taken_) {
      cudaFreeAsync(t.data, stream_);
      charge_(user_, -t.bytes);
    }
    for (Frame& f : frames_) {
      for (const Block& b : f.blocks) {
        cudaFreeHost(b.host);
        cudaFreeAsync(b.device, stream_);
        charge_(user_, -static_cast<int64_t>(b.size));
      }
      if (f.done) cudaEventDestroy(f.done);
    }
    cudaStreamSynchronize(stream_);
  } catch (const Error&) {
    // The GPU can no longer be used, and its memory has been released with it.
  }
}

void Context::charge(int64_t bytes) {
  if (!charge_(user_, bytes)) {
    fail(ErrorCode::BUDGET_EXCEEDED, "Expected %lld bytes more within the memory budget of the device",
         static_cast<long long>(bytes));
  }
}

void Context::begin() {
  device_->enter();
  frame_ = (frame_ + 1) % kFrames;
  Frame& f = frames_[frame_];
  if (f.pending) check(cudaEventSynchronize(f.done), "waiting for an earlier batch");
  f.pending = false;
  for (Block& b : f.blocks) b.used = 0;
  // Blocks of a batch that failed before its end.
  for (const Taken& t : taken_) {
    check(cudaFreeAsync(t.data, stream_), "giving device memory back");
    charge_(user_, -t.bytes);
  }
  taken_.clear();
}

void Context::end() {
  Frame& f = frames_[frame_];
  for (const Taken& t : taken_) {
    check(cudaFreeAsync(t.data, stream_), "giving device memory back");
    charge_(user_, -t.bytes);
  }
  taken_.clear();
  check(cudaEventRecord(f.done, stream_), "recording an event");
  f.pending = true;
}

const void* Context::upload_bytes(const void* data, size_t bytes) {
  if (!bytes) return nullptr;
  const size_t need = (bytes + kAlign - 1) & ~(kAlign - 1);
  Frame& f = frames_[frame_];
  Block* block = nullptr;
  for (Block& b : f.blocks) {
    if (b.size - b.used >= need) {
      block = &b;
      break;
    }
  }
  if (!block) {
    Block b = {};
    b.size = need > kBlock ? need : kBlock;
    charge(static_cast<int64_t>(b.size));
    try {
      check(cudaMallocHost(reinterpret_cast<void**>(&b.host), b.size), "allocating pinned memory");
      b.device = static_cast<uint8_t*>(allocate(*device_, stream_, static_cast<int64_t>(b.size)));
    } catch (...) {
      if (b.host) cudaFreeHost(b.host);
      charge_(user_, -static_cast<int64_t>(b.size));
      throw;
    }
    f.blocks.push_back(b);
    block = &f.blocks.back();
  }
  std::memcpy(block->host + block->used, data, bytes);
  uint8_t* to = block->device + block->used;
  check(cudaMemcpyAsync(to, block->host + block->used, bytes, cudaMemcpyHostToDevice, stream_), "copying descriptors");
  block->used += need;
  return to;
}

void* Context::scratch_bytes(size_t bytes) {
  charge(static_cast<int64_t>(bytes));
  try {
    void* p = allocate(*device_, stream_, static_cast<int64_t>(bytes));
    taken_.push_back({p, static_cast<int64_t>(bytes)});
    return p;
  } catch (...) {
    charge_(user_, -static_cast<int64_t>(bytes));
    throw;
  }
}

}  // namespace penstock::gpu
