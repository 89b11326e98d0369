// A failure of one sample, with everything that its message needs.
#pragma once
#include <cstdint>
#include <string>
#include <utility>

#include "core/error.h"

namespace penstock {

class SampleError : public Error {
 public:
  SampleError(const Error& e, std::string op, std::string call_site, int64_t index, std::string source)
      : Error(e), op(std::move(op)), call_site(std::move(call_site)), index(index), source(std::move(source)) {}
  std::string op, call_site;
  int64_t index;  // in the data set; -1 when no sample is at fault
  std::string source;
};

}  // namespace penstock
