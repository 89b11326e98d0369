// See exported.h.
#include "gpu_host/exported.h"

namespace penstock::gpu {
namespace {

int64_t next_id() {
  static std::atomic<int64_t> last{0};
  return ++last;
}

}  // namespace

Exported::Exported(int gpu) : id_(next_id()), gpu_(gpu), device_(open_gpu(gpu)) {}

std::shared_ptr<Exported> Exported::memory(int gpu, int64_t bytes) {
  std::shared_ptr<Exported> made(new Exported(gpu));
  must(plugin().export_alloc(made->device_, bytes, &made->data_, &made->handle_));
  made->bytes_ = bytes;
  return made;
}

std::shared_ptr<Exported> Exported::event(int gpu) {
  std::shared_ptr<Exported> made(new Exported(gpu));
  must(plugin().export_event(made->device_, &made->event_, &made->handle_));
  return made;
}

Exported::~Exported() {
  if (data_) plugin().export_free(device_, data_);
  if (event_) plugin().event_close(event_);
}

}  // namespace penstock::gpu
