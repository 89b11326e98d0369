// Turns the exceptions of native code into PipelineErrors, at the boundary of the C++ API.
#pragma once
#include <exception>
#include <string>
#include <utility>

#include "penstock/error.h"

namespace penstock::api {

// The exception that is being handled as a PipelineError; a PipelineError stays as it is. `stage`: where it came from,
// or empty. Call it in a catch block.
PipelineError caught_error(const std::string& stage = {});

template <class F>
auto guarded(F&& body) -> decltype(body()) {
  try {
    return body();
  } catch (const PipelineError&) {
    throw;
  } catch (...) {
    throw caught_error();
  }
}

}  // namespace penstock::api
