// See extents.h.
#include "core/extents.h"

namespace penstock {

std::string extents_text(const OutSpec& t) {
  std::string text = t.shape.ndim ? "" : "a scalar";
  for (int d = 0; d < t.shape.ndim; ++d) text += (d ? " x " : "") + std::to_string(t.shape[d]);
  return text + " of " + dtype_name(t.dtype);
}

void check_extents(const OutSpec& t, ErrorCode code, const char* what) {
  if (fits(t)) return;
  throw Error(code, "Expected extents from 0 to " + std::to_string(abi::maxExtent) + " that make at most " +
                        std::to_string(abi::maxTensorBytes) + " bytes for " + what + " but received " +
                        extents_text(t));
}

}  // namespace penstock
