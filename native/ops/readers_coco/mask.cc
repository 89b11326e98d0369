// See mask.h. cocoapi draws the outline of a polygon on a grid five times as fine as the pixels, one step at a time
// along the longer side of each edge. Where a step crosses the middle of a column of pixels, the mask changes below its
// upper end (rleFrPoly() of cocoapi's common/maskApi.c). Only these steps are looked at here.
#include "ops/readers_coco/mask.h"

#include <algorithm>
#include <cmath>

namespace penstock::ops {
namespace {

constexpr int64_t kFine = 5, kMiddle = 2;  // steps in a pixel, and the one before its middle

int64_t on_grid(float coordinate) { return static_cast<int64_t>(kFine * static_cast<double>(coordinate) + .5); }

// The first whole number that is not below a quotient.
int64_t divide_up(int64_t a, int64_t b) { return a / b + (a % b > 0); }

}  // namespace

void MaskPainter::cross(int64_t column, int64_t y) {
  toggles_.push_back(column * height_ + std::clamp<int64_t>(divide_up(y - kMiddle, kFine), 0, height_));
}

void MaskPainter::edge(Point a, Point b) {
  const int64_t dx = std::abs(a.x - b.x), dy = std::abs(a.y - b.y);
  if (dx == 0) return;
  const bool flat = dx >= dy;
  if (flat ? a.x > b.x : a.y > b.y) std::swap(a, b);
  // Columns whose middle lies between the ends.
  const int64_t left = std::min(a.x, b.x), right = std::max(a.x, b.x);
  const int64_t first = std::max<int64_t>(divide_up(left - kMiddle, kFine), 0);
  const int64_t last = std::min(divide_up(right - kMiddle, kFine), width_);
  if (flat) {
    const double slope = static_cast<double>(b.y - a.y) / static_cast<double>(dx);
    const auto at = [&](int64_t step) {
      return static_cast<int64_t>(static_cast<double>(a.y) + slope * static_cast<double>(step) + .5);
    };
    for (int64_t column = first; column < last; ++column) {
      const int64_t step = column * kFine + kMiddle - a.x;
      cross(column, std::min(at(step), at(step + 1)));
    }
    return;
  }
  const double slope = static_cast<double>(b.x - a.x) / static_cast<double>(dy);
  for (int64_t column = first; column < last; ++column) {
    const int64_t middle = column * kFine + kMiddle;
    // Whether a step is on the side of the middle where the edge ends.
    const auto beyond = [&](int64_t step) {
      const double x = static_cast<double>(a.x) + slope * static_cast<double>(step) + .5;
      return (static_cast<int64_t>(x) > middle) == (slope > 0);
    };
    const double crossing = (static_cast<double>(middle - a.x) + .5) / slope;
    int64_t step = std::clamp<int64_t>(static_cast<int64_t>(crossing), 1, dy);
    while (step > 1 && beyond(step - 1)) --step;
    while (step < dy && !beyond(step)) ++step;
    cross(column, a.y + step - 1);
  }
}

void MaskPainter::polygon(const float* vertices, int64_t count, int32_t label) {
  toggles_.clear();
  const auto vertex = [&](int64_t i) { return Point{on_grid(vertices[2 * i]), on_grid(vertices[2 * i + 1])}; };
  for (int64_t i = 0; i < count; ++i) edge(vertex(i), vertex(i + 1 < count ? i + 1 : 0));
  std::sort(toggles_.begin(), toggles_.end());
  for (size_t i = 0; i + 1 < toggles_.size(); i += 2) fill(toggles_[i], toggles_[i + 1], label);
}

bool MaskPainter::runs(const uint32_t* runs, int64_t count, int32_t label) {
  const int64_t pixels = height_ * width_;
  int64_t at = 0;
  for (int64_t i = 0; i < count; ++i) {
    if (runs[i] > pixels - at) return false;
    if (i % 2) fill(at, at + runs[i], label);
    at += runs[i];
  }
  return true;
}

void MaskPainter::fill(int64_t begin, int64_t end, int32_t label) {
  int64_t column = height_ ? begin / height_ : 0, row = begin - column * height_;
  for (int64_t left = end - begin; left > 0; ++column, row = 0) {
    const int64_t rows = std::min(left, height_ - row);
    int32_t* pixel = to_ + row * width_ + column;
    for (int64_t i = 0; i < rows; ++i, pixel += width_) *pixel = label;
    left -= rows;
  }
}

}  // namespace penstock::ops
