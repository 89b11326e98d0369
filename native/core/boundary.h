// The boundary of native code: a call from JavaScript, a thread's loop, or the work on one sample. An exception that
// leaves a thread or a C callback ends the process, so the boundary turns every exception into an Error.
#pragma once
#include "core/error.h"

namespace penstock {

// Returns the exception that is being handled as an Error; call it in a catch block. A penstock::Error is copied
// without the fields of a derived class. `no_memory` is the message for a failed allocation. Never throws.
Error caught(const char* no_memory = "memory ran out") noexcept;

}  // namespace penstock
