// The one exception of the C++ API.
#pragma once
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

#include "penstock/types.h"

namespace penstock {

struct ErrorInfo {
  struct Sample {
    int64_t index = 0;   // in the data set
    std::string source;  // path or name
  };
  ErrorCode code = ErrorCode::INTERNAL;
  std::string message;  // what went wrong, without the parts below
  std::string op;       // the operator; may be empty, as all of these may
  std::string call_site;
  std::string stage;
  std::optional<Sample> sample;
  std::string hint;  // what to do about it
};

// Every failure of a pipeline. what() is complete by itself, and control characters in it are escaped; the fields say
// the same in parts, as it is.
class PipelineError : public std::runtime_error {
 public:
  explicit PipelineError(ErrorInfo info);

  ErrorCode code() const noexcept { return info_.code; }
  // The code's name, such as "BAD_SAMPLE".
  const char* code_name() const noexcept { return kErrorNames[static_cast<int>(info_.code)]; }
  const std::string& op() const noexcept { return info_.op; }
  const std::string& call_site() const noexcept { return info_.call_site; }
  const std::string& stage() const noexcept { return info_.stage; }
  const std::optional<ErrorInfo::Sample>& sample() const noexcept { return info_.sample; }
  const std::string& hint() const noexcept { return info_.hint; }
  // What went wrong, without the operator, the place and the hint that what() adds.
  const std::string& detail() const noexcept { return info_.message; }

 private:
  ErrorInfo info_;
};

}  // namespace penstock
