// Device memory, or an event, that other processes can open by a handle of CUDA's. A slot owns it, and so does the
// server that hands it out, because memory must not be freed while another process has it open: the slot drops it, the
// server tells the processes, and lets go of it when they have closed it.
#pragma once
#include <atomic>
#include <memory>

#include "core/handles.h"
#include "gpu_host/plugin_loader.h"

namespace penstock::gpu {

class Exported : public Object {
 public:
  // Throws OUT_OF_MEMORY, and UNSUPPORTED where CUDA gives no handles.
  static std::shared_ptr<Exported> memory(int gpu, int64_t bytes);
  static std::shared_ptr<Exported> event(int gpu);
  // All work with the memory must be over.
  ~Exported() override;

  // A number that nothing else in this process ever has.
  int64_t id() const { return id_; }
  int gpu() const { return gpu_; }
  // Null and 0 for an event.
  void* data() const { return data_; }
  int64_t bytes() const { return bytes_; }
  // Null for memory.
  Event* event() const { return event_; }
  const IpcHandle& handle() const { return handle_; }

  // The slot uses it no more.
  void drop() { dropped_.store(true, std::memory_order_release); }
  bool dropped() const { return dropped_.load(std::memory_order_acquire); }

 private:
  explicit Exported(int gpu);

  const int64_t id_;
  const int gpu_;
  Device* const device_;
  void* data_ = nullptr;
  int64_t bytes_ = 0;
  Event* event_ = nullptr;
  IpcHandle handle_{};
  std::atomic<bool> dropped_{false};
};

}  // namespace penstock::gpu
