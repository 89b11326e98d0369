// Draws the segmentations of objects into an image of labels, pixel by pixel as cocoapi draws them.
#pragma once
#include <cstdint>
#include <vector>

namespace penstock::ops {

class MaskPainter {
 public:
  // `to` has height * width labels, row by row. `toggles` is memory that is used again.
  MaskPainter(int64_t height, int64_t width, int32_t* to, std::vector<int64_t>& toggles)
      : height_(height), width_(width), to_(to), toggles_(toggles) {}

  // Draws a closed polygon of x and y. The coordinates are below kFarthest.
  void polygon(const float* vertices, int64_t count, int32_t label);
  // Draws run lengths down the columns, of which the first one is background. Returns false, and draws nothing beyond
  // the mask, when they are longer than it.
  bool runs(const uint32_t* runs, int64_t count, int32_t label);

  static constexpr float kFarthest = 1e8f;

 private:
  struct Point {
    int64_t x, y;
  };

  void edge(Point from, Point to);
  void cross(int64_t column, int64_t y);
  // Labels the pixels [begin, end), which count down the columns.
  void fill(int64_t begin, int64_t end, int32_t label);

  const int64_t height_, width_;
  int32_t* const to_;
  std::vector<int64_t>& toggles_;
};

}  // namespace penstock::ops
