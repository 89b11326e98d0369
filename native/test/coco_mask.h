// The mask of a polygon by each step of its outline, as the description of cocoapi has it, without any shortcut:
// vertices are rounded to a grid five times as fine as the pixels, each edge is walked along its longer side, and where
// the walk passes the middle of a column the mask changes from the upper end of that step on.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

namespace penstock::test {

using GridPoints = std::vector<std::pair<int, int>>;

// As cocoapi rounds, from float64.
inline GridPoints grid_of(const std::vector<double>& xy) {
  GridPoints grid;
  for (size_t i = 0; i + 1 < xy.size(); i += 2) {
    grid.emplace_back(static_cast<int>(5.0 * xy[i] + .5), static_cast<int>(5.0 * xy[i + 1] + .5));
  }
  return grid;
}

// Rows of 0 and `label`.
inline std::vector<int32_t> plain_mask(const GridPoints& vertices, int64_t height, int64_t width, int32_t label) {
  GridPoints outline;
  for (size_t i = 0; i < vertices.size(); ++i) {
    auto [xs, ys] = vertices[i];
    auto [xe, ye] = vertices[(i + 1) % vertices.size()];
    const int dx = std::abs(xe - xs), dy = std::abs(ye - ys), steps = std::max(dx, dy);
    const bool turned = dx >= dy ? xs > xe : ys > ye;
    if (turned) {
      std::swap(xs, xe);
      std::swap(ys, ye);
    }
    const double slope = steps == 0 ? 0 : static_cast<double>(dx >= dy ? ye - ys : xe - xs) / steps;
    for (int d = 0; d <= steps; ++d) {
      const int t = turned ? steps - d : d;
      const int across = static_cast<int>((dx >= dy ? ys : xs) + slope * t + .5);
      outline.emplace_back(dx >= dy ? xs + t : across, dx >= dy ? across : ys + t);
    }
  }
  std::vector<int> toggles(static_cast<size_t>(height * width + 1));
  for (size_t i = 1; i < outline.size(); ++i) {
    const auto [x0, y0] = outline[i - 1];
    const auto [x1, y1] = outline[i];
    if (x0 == x1) continue;
    const double column = (std::min(x0, x1) + .5) / 5 - .5;
    if (std::floor(column) != column || column < 0 || column > static_cast<double>(width - 1)) continue;
    const double row = std::ceil(std::clamp((std::min(y0, y1) + .5) / 5 - .5, 0., static_cast<double>(height)));
    toggles[static_cast<size_t>(column) * static_cast<size_t>(height) + static_cast<size_t>(row)] ^= 1;
  }
  std::vector<int32_t> mask(static_cast<size_t>(height * width));
  int inside = 0;
  for (int64_t at = 0; at < height * width; ++at) {
    inside ^= toggles[static_cast<size_t>(at)];
    mask[static_cast<size_t>(at % height * width + at / height)] = inside ? label : 0;
  }
  return mask;
}

}  // namespace penstock::test
