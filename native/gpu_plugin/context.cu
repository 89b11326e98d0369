// Memory for one batch's kernels; see gpu_op.h. Descriptors are written to page-locked memory and copied from there, so
// that the copy is asynchronous. A frame is reused only when its batch is done.
#include "gpu_plugin/runtime.h"

namespace penstock::gpu {
namespace {

constexpr size_t kBlock = size_t{256} << 10, kAlign = 256;

}  // namespace

Context::Context(Device* device, cudaStream_t stream, ChargeFn charge, void* user)
    : device_(device), stream_(stream), charge_(charge, user) {
  device->enter();
  for (Frame& f : frames_) check(cudaEventCreateWithFlags(&f.done, cudaEventDisableTiming), "making an event");
  ++device->contexts;
}

Context::~Context() {
  try {
    device_->enter();
    cudaStreamSynchronize(stream_);
    give_back_taken();
    drop_blocks();
    for (Frame& f : frames_) {
      if (f.done) cudaEventDestroy(f.done);
    }
    cudaStreamSynchronize(stream_);
    // Sessions take long to make, so they are kept for other programs, as long as there are some.
    if (--device_->contexts == 0) end_idle_sessions(*device_);
  } catch (const Error&) {
    // The GPU can no longer be used, and its memory has been released with it.
  }
}

void Context::charge(int64_t bytes) {
  if (!charge_.take(bytes)) {
    fail(ErrorCode::BUDGET_EXCEEDED, "Expected %lld bytes more within the memory budget of the device",
         static_cast<long long>(bytes));
  }
}

void Context::give_back_taken() {
  for (const Taken& t : taken_) {
    charge_.give(t.bytes);
    check(cudaFreeAsync(t.data, stream_), "giving device memory back");
  }
  taken_.clear();
}

// Frees what descriptors are uploaded from and to; the stream is done with it.
int64_t Context::drop_blocks() {
  for (Frame& f : frames_) {
    for (const Block& b : f.blocks) {
      cudaFreeHost(b.host);
      cudaFreeAsync(b.device, stream_);
      charge_.give(static_cast<int64_t>(b.size));
    }
    f.blocks.clear();
  }
  return charge_.drop();
}

int64_t Context::trim() {
  device_->enter();
  check(cudaStreamSynchronize(stream_), "waiting for a stream");
  give_back_taken();
  const int64_t freed = drop_blocks();
  check(cudaStreamSynchronize(stream_), "waiting for a stream");
  return freed;
}

void Context::begin() {
  device_->enter();
  frame_ = (frame_ + 1) % kFrames;
  Frame& f = frames_[frame_];
  if (f.pending) check(cudaEventSynchronize(f.done), "waiting for an earlier batch");
  f.pending = false;
  for (Block& b : f.blocks) b.used = 0;
  // Blocks of a batch that failed before its end.
  give_back_taken();
}

void Context::end() {
  Frame& f = frames_[frame_];
  give_back_taken();
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
      charge_.give(static_cast<int64_t>(b.size));
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
    charge_.give(static_cast<int64_t>(bytes));
    throw;
  }
}

}  // namespace penstock::gpu
