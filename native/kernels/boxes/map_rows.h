// One kernel for operators that compute each row of a matrix from the same row of the input, rows of a few numbers
// each: a whole batch in one launch, a row a thread.
//   struct Map { PENSTOCK_HD void operator()(int64_t row) const; };   plain data, one per sample, with its pointers
//   map_rows<Map>(r, rows_of, map_of);                                rows_of(sample), map_of(sample)
#pragma once
#include <algorithm>
#include <vector>

#include "gpu_plugin/gpu_op.h"
#include "gpu_plugin/launch.h"

namespace penstock::gpu {

template <class Map>
struct RowsItem {
  int64_t rows;
  Map map;
};

template <class Map>
__global__ void map_rows_kernel(const RowsItem<Map>* items) {
  const RowsItem<Map> item = items[blockIdx.y];
  const int64_t threads = static_cast<int64_t>(gridDim.x) * blockDim.x;
  for (int64_t row = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; row < item.rows; row += threads) {
    item.map(row);
  }
}

template <class Map, class Rows, class MapOf>
void map_rows(Run& r, Rows&& rows_of, MapOf&& map_of) {
  constexpr int threads = 128;
  std::vector<RowsItem<Map>> items;
  int64_t most = 0;
  for (int i = 0; i < r.count; ++i) {
    items.push_back({rows_of(i), map_of(i)});
    most = std::max(most, items.back().rows);
  }
  const RowsItem<Map>* uploaded = r.ctx.upload(items);
  launch(map_rows_kernel<Map>, ragged_grid(r.count, most, threads), dim3(threads), r.ctx.stream(), uploaded);
}

}  // namespace penstock::gpu
