// Resizes whose passes keep more than the image's type between them, or whose taps are clamped to the image one by one:
// OpenCV's, and torchvision's through float32. Plain loops, the same on every SIMD level.
#pragma once
#include <vector>

#include "core/scratch.h"
#include "core/tensor.h"
#include "kernels/match/match_rule.h"
#include "kernels/resample/filters.h"

namespace penstock::match {

// The samples of an axis that each output sample takes, in the order of the library's sum.
struct List {
  int count = 0, most = 0;
  std::vector<int32_t> number, index, whole;  // [count], [count][most], [count][most]
  std::vector<float> weight;                  // [count][most]
};

// How the two passes sum.
enum class Way : int32_t {
  none,     // Taps have it
  linear8,  // OpenCV's linear: 11 bits of weight, halves of a product dropped one by one
  whole8,   // OpenCV's lanczos4: 11 bits of weight, one rounding
  floats,   // float32 between the passes
  fused,    // the same with torch's sums on AVX2
  squares,  // OpenCV's area of whole factors
};

class Lists {
 public:
  // Whether the resize is one of these; fills the tables of both axes.
  bool plan(const Rule& rule, DType dtype, int in_height, int out_height, int in_width, int out_width);
  void take_parts(const resample::Part& rows, const resample::Part& columns);

  Way way() const { return way_; }
  // The part of the table of axis `d`, y or x.
  const List& part(int d) const { return part_[d]; }

  // As Matcher::image(): uint8, or float32.
  void image(const void* in, ptrdiff_t pitch, int channels, void* out, DType dtype, Scratch& scratch) const;

 private:
  template <class In>
  void run(const In* in, ptrdiff_t pitch, int channels, In* out, Scratch& scratch) const;
  void squares(const uint8_t* in, ptrdiff_t pitch, int channels, uint8_t* out) const;

  Way way_ = Way::none;
  List whole_[2], part_[2];  // y, x
};

}  // namespace penstock::match
