// The result of getProperty's setup() on every device: the sample's text.
#pragma once
#include <string_view>

#include "core/tensor.h"

namespace penstock::ops {

struct GetPropertyState {
  Layout layout;
  std::string_view source;  // lies in the batch, which outlives run()
  bool of_layout = false;

  std::string_view text() const { return of_layout ? layout.view() : source; }
};

}  // namespace penstock::ops
