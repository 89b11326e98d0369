// What each output of readers.webdataset is made of: `ext`, `parse` and `dtypes` together.
#pragma once
#include <string>
#include <vector>

#include "formats/numbers/numbers.h"
#include "generated/ops/readers_webdataset.h"

namespace penstock::ops {

struct OutputForm {
  std::string name;  // as errors show it: "ext[1] 'cls'"
  DType dtype = DType::uint8;
  Parse parse;
};

// Throws INVALID_ARGUMENT where the three lists do not fit together.
std::vector<OutputForm> outputs_of(const ReadersWebdatasetArgs& args);

}  // namespace penstock::ops
