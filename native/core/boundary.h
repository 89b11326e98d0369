// Where native code ends: at a call from JavaScript, at a thread's loop, at one sample. Whatever was thrown below
// arrives there as an Error, because an exception that leaves a thread or a C callback ends the process.
#pragma once
#include "core/error.h"

namespace penstock {

// The exception that is being handled, as an Error: call it in a catch block. One of ours stays as it is, without what
// a derived class adds. `no_memory` is the text of an Error for a failed allocation. Never throws.
Error caught(const char* no_memory = "memory ran out") noexcept;

}  // namespace penstock
