// Walks the groups of a tensor on a CPU as blocks of rows, so that whole vectors of lanes are added to sums. Where
// channels are innermost, several pixels form one row, so that vectors are full.
#pragma once
#include <algorithm>

#include "kernels/reduce/groups.h"

namespace penstock::ops {

inline constexpr int64_t kShortGroup = 32;  // smaller groups in a row are reduced one by one

// The innermost one or two dimensions, seen as `rows` rows of `width` elements.
struct Block {
  enum Form {
    group,    // the whole block is one group
    columns,  // every column is a group
    lines,    // every row is a group, and short
  } form;
  int dims;
  int64_t rows, width;

  int64_t size() const { return rows * width; }
  int64_t period() const { return form == columns ? width : 1; }  // groups side by side in a row
};

inline Block innermost(const Groups& g) {
  if (!g.ndim) return {Block::group, 0, 1, 1};
  const int last = g.ndim - 1;
  const int64_t width = g.extent[last], rows = last > 0 ? g.extent[last - 1] : 1;
  if (!g.reduced[last]) {
    const bool sums = last > 0 && g.reduced[last - 1];
    return {Block::columns, sums ? 2 : 1, sums ? rows : 1, width};
  }
  if (width < kShortGroup && last > 0 && !g.reduced[last - 1]) return {Block::lines, 2, rows, width};
  return {Block::group, 1, 1, width};
}

// Calls f(element, group) for each block, with its first element and its first group.
template <class F>
void for_blocks(const Groups& g, const Block& b, F&& f) {
  const int outer = g.ndim - b.dims;
  int64_t at[abi::maxDims] = {}, group = 0;
  for (int64_t element = 0;; element += b.size()) {
    f(element, group);
    int d = outer - 1;
    for (; d >= 0; --d) {
      group += g.group_step[d];
      if (++at[d] < g.extent[d]) break;
      group -= at[d] * g.group_step[d];
      at[d] = 0;
    }
    if (d < 0) return;
  }
}

// Calls f(group, value) for every group in order. Values are step[] elements apart along the kept dimensions.
template <class F>
void for_groups(const Groups& g, const int64_t* step, F&& f) {
  int64_t at[abi::maxDims] = {}, value = 0;
  for (int64_t i = 0; i < g.groups; ++i) {
    f(i, value);
    for (int d = g.ndim - 1; d >= 0; --d) {
      if (g.reduced[d]) continue;
      value += step[d];
      if (++at[d] < g.extent[d]) break;
      value -= at[d] * step[d];
      at[d] = 0;
    }
  }
}

// Calls f(i, i % period) for i from 0 to n - 1.
template <class F>
void for_lanes(int64_t n, int64_t period, F&& f) {
  for (int64_t i = 0, p = 0; i < n; ++i, p = p + 1 == period ? 0 : p + 1) f(i, p);
}

// Elements of a long row made of several rows, about `lanes`, which is possible because all rows of a block hold the
// same groups.
inline int64_t long_row(const Block& b, int64_t lanes) {
  if (b.form == Block::columns) return b.width * std::clamp<int64_t>(lanes / b.width, 1, b.rows);
  return std::min(b.size(), lanes);
}

}  // namespace penstock::ops
