// The one exception type of the native side. Operators throw it; the program runner adds op and sample,
// and the addon turns it into a PipelineError.
#pragma once
#include <cstdarg>
#include <cstdio>
#include <exception>
#include <string>

#include "generated/abi.h"

namespace penstock {

class Error : public std::exception {
 public:
  Error(ErrorCode code, std::string message, std::string hint = {})
      : code(code), message(std::move(message)), hint(std::move(hint)) {}
  const char* what() const noexcept override { return message.c_str(); }

  ErrorCode code;
  std::string message;  // "Expected X for P but received Y", without the operator's name
  std::string hint;     // the cure, or empty
  int part = 0;         // for a fused operator: the index of the part that failed
};

// Throws an Error whose message is formatted as by printf, so messages are built only after a failure.
[[noreturn, gnu::format(printf, 2, 3)]] inline void fail(ErrorCode code, const char* format, ...) {
  char text[512];
  va_list args;
  va_start(args, format);
  std::vsnprintf(text, sizeof text, format, args);
  va_end(args);
  throw Error(code, text);
}

}  // namespace penstock
