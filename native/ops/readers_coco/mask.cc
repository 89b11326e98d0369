// See mask.h. cocoapi draws the outline of a polygon on a grid five times as fine as the pixels, one step at a time
// along the longer side of each edge. Where a step crosses the middle of a column of pixels, the mask changes below its
// upper end (rleFrPoly() of cocoapi's common/maskApi.c). Only these steps are looked at here.
#include "ops/readers_coco/mask.h"

#include <algorithm>
#include <cmath>

namespace penstock::ops {
namespace {

constexpr int64_t kFine = 5, kMiddle = 2;  // steps in a pixel, and the one before its middle

// The first whole number that is not below a quotient.
int64_t divide_up(int64_t a, int64_t b) { return a / b + (a % b > 0); }

}  // namespace

// A pixel where the outline changes the mask twice is one where it does not.
void MaskPainter::cross(int64_t column, int64_t y) {
  const int64_t at = column * height_ + std::clamp<int64_t>(divide_up(y - kMiddle, kFine), 0, height_);
  const auto word = static_cast<size_t>(at / 64);
  toggles_[word] ^= uint64_t{1} << (at % 64);
  first_ = std::min(first_, word);
  end_ = std::max(end_, word + 1);
}

bool MaskPainter::edge(Point a, Point b) {
  const int64_t dx = std::abs(a.x - b.x), dy = std::abs(a.y - b.y);
  if (dx == 0) return true;
  const bool flat = dx >= dy;
  if (flat ? a.x > b.x : a.y > b.y) std::swap(a, b);
  // Columns whose middle lies between the ends.
  const int64_t left = std::min(a.x, b.x), right = std::max(a.x, b.x);
  const int64_t first = std::max<int64_t>(divide_up(left - kMiddle, kFine), 0);
  const int64_t last = std::min(divide_up(right - kMiddle, kFine), width_);
  if (first >= last) return true;
  if (!spend(last - first)) return false;
  if (flat) {
    const double slope = static_cast<double>(b.y - a.y) / static_cast<double>(dx);
    const auto at = [&](int64_t step) {
      return static_cast<int64_t>(static_cast<double>(a.y) + slope * static_cast<double>(step) + .5);
    };
    for (int64_t column = first; column < last; ++column) {
      const int64_t step = column * kFine + kMiddle - a.x;
      cross(column, std::min(at(step), at(step + 1)));
    }
    return true;
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
  return true;
}

bool MaskPainter::fill_between_toggles(int32_t label) {
  if (first_ >= end_) return true;
  bool sufficient = spend(static_cast<int64_t>(end_ - first_));
  int64_t begin = -1;
  for (size_t word = first_; word < end_; ++word) {
    for (uint64_t bits = toggles_[word]; bits && sufficient; bits &= bits - 1) {
      const int64_t at = static_cast<int64_t>(word) * 64 + __builtin_ctzll(bits);
      if (begin >= 0) sufficient = fill(begin, at, label);
      begin = begin < 0 ? at : -1;
    }
    toggles_[word] = 0;
  }
  return sufficient;
}

MaskPainter::Drawn MaskPainter::polygon(const GridPoint* vertices, int64_t count, int32_t label) {
  if (std::any_of(vertices, vertices + count, [](const GridPoint& v) { return v.too_far(); })) return Drawn::too_far;
  const auto vertex = [&](int64_t i) { return Point{vertices[i].x, vertices[i].y}; };
  first_ = toggles_.size();
  end_ = 0;
  bool sufficient = true;
  for (int64_t i = 0; i < count && sufficient; ++i) sufficient = edge(vertex(i), vertex(i + 1 < count ? i + 1 : 0));
  return fill_between_toggles(label) && sufficient ? Drawn::all : Drawn::too_much;
}

MaskPainter::Drawn MaskPainter::runs(const uint32_t* runs, int64_t count, int32_t label) {
  const int64_t pixels = height_ * width_;
  int64_t at = 0;
  for (int64_t i = 0; i < count; ++i) {
    if (runs[i] > pixels - at) return Drawn::too_long;
    if (i % 2 && !fill(at, at + runs[i], label)) return Drawn::too_much;
    at += runs[i];
  }
  return Drawn::all;
}

bool MaskPainter::fill(int64_t begin, int64_t end, int32_t label) {
  if (!spend(end - begin)) return false;
  int64_t column = height_ ? begin / height_ : 0, row = begin - column * height_;
  for (int64_t left = end - begin; left > 0; ++column, row = 0) {
    const int64_t rows = std::min(left, height_ - row);
    int32_t* pixel = to_ + row * width_ + column;
    for (int64_t i = 0; i < rows; ++i, pixel += width_) *pixel = label;
    left -= rows;
  }
  return true;
}

}  // namespace penstock::ops
