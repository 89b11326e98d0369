// A stream that JavaScript holds by a handle.
#pragma once
#include <memory>
#include <utility>

#include "core/handles.h"
#include "gpu_host/stream.h"

namespace penstock {

struct StreamObject : Object {
  explicit StreamObject(std::shared_ptr<gpu::SharedStream> s) : stream(std::move(s)) {}
  std::shared_ptr<gpu::SharedStream> stream;
};

}  // namespace penstock
