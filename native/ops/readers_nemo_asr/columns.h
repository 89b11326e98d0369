// The columns of the data set.
#pragma once

namespace penstock::ops {

constexpr int kTextColumn = 0, kOffsetColumn = 1, kDurationColumn = 2;

}  // namespace penstock::ops
