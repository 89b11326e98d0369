// The columns that readers.file adds to its data set.
#pragma once

namespace penstock::ops {

inline constexpr int kLabelColumn = 0;  // int32

}  // namespace penstock::ops
