// Draws the segmentations of objects into an image of labels, pixel by pixel as cocoapi draws them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace penstock::ops {

// A vertex of a polygon on cocoapi's grid, which is five times as fine as the pixels.
struct GridPoint {
  int32_t x = 0, y = 0;

  static constexpr double kFarthest = 1e8;  // in pixels

  // Rounds as cocoapi does, from float64. A coordinate that is too far away is kept as such.
  static int32_t on_grid(double coordinate) {
    if (!(coordinate > -kFarthest && coordinate < kFarthest)) return kTooFar;
    return static_cast<int32_t>(5 * coordinate + .5);
  }
  bool too_far() const { return x == kTooFar || y == kTooFar; }

 private:
  static constexpr int32_t kTooFar = INT32_MIN;
};

class MaskPainter {
 public:
  enum class Drawn { all, too_far, too_long, too_much };

  // A bit for each pixel, and one more; all are 0 between polygons. A thread uses them again.
  using Toggles = std::vector<uint64_t>;

  // `to` has height * width labels, row by row. `steps` is how much work all objects of the mask may take.
  MaskPainter(int64_t height, int64_t width, int64_t steps, int32_t* to, Toggles& toggles)
      : height_(height), width_(width), steps_(steps), to_(to), toggles_(toggles) {
    const auto words = static_cast<size_t>(height * width / 64 + 1);
    if (toggles_.size() < words) toggles_.resize(words);
  }

  // Draws a closed polygon. Returns `too_far`, and draws nothing, where a vertex is; `too_much` where the columns that
  // its edges cross, or the pixels inside, are more than the steps that are left.
  Drawn polygon(const GridPoint* vertices, int64_t count, int32_t label);
  // Draws run lengths down the columns, of which the first one is background. Returns `too_long`, and draws nothing
  // beyond the mask, when they are longer than it; `too_much` as above.
  Drawn runs(const uint32_t* runs, int64_t count, int32_t label);

 private:
  struct Point {
    int64_t x, y;
  };

  // Return false where the steps do not suffice.
  bool spend(int64_t steps) { return (steps_ -= steps) >= 0; }
  bool edge(Point from, Point to);
  // Labels the pixels [begin, end), which count down the columns.
  bool fill(int64_t begin, int64_t end, int32_t label);

  void cross(int64_t column, int64_t y);
  // Labels the pixels from each toggle to the next, and takes them back. Returns false where the steps do not suffice.
  bool fill_between_toggles(int32_t label);

  const int64_t height_, width_;
  int64_t steps_;
  int32_t* const to_;
  Toggles& toggles_;
  size_t first_ = 0, end_ = 0;  // the words of them that may have bits
};

}  // namespace penstock::ops
