// Resizes images to the numbers of another library: across, then down, with a result of the library's type in between.
// A Matcher keeps the tables of the last plan; it belongs to one thread.
#pragma once
#include <cstddef>
#include <vector>

#include "core/op.h"
#include "core/scratch.h"
#include "kernels/match/kernels.h"
#include "kernels/match/lists.h"
#include "kernels/match/taps.h"

namespace penstock::match {

// The region of an axis that is resized, as if it were cut out first, and the part of the result that is computed.
struct Side {
  int in = 0, out = 0;
  resample::Part part;

  bool operator==(const Side& o) const { return in == o.in && out == o.out && part == o.part; }
};

class Matcher : public ThreadLocalState {
 public:
  explicit Matcher(SimdLevel level = simd_level()) : kernels_(&kernels(level)) {}

  void plan(const Rule& rule, DType dtype, const Side& y, const Side& x);

  int width() const { return static_cast<int>(x_.side.part.count); }
  int height() const { return static_cast<int>(y_.side.part.count); }

  // `in` is the region's first pixel, `pitch` the distance of rows in elements. The output is dense; its dtype is the
  // input's.
  void image(const void* in, ptrdiff_t pitch, int channels, void* out, Scratch& scratch);

  // Gets row y of a uint8 image.
  struct RowSink {
    void (*row)(void* self, int y, const uint8_t* pixels);
    void* self;
  };
  void rows_u8(const uint8_t* in, ptrdiff_t pitch, int channels, const RowSink& sink, Scratch& scratch);

 private:
  // The table of one axis, and whether it is complete: memory may run out while it is made.
  struct Table {
    Side side;
    Taps taps, whole;
    std::vector<int32_t> packed;
    const Kernels* kernels = nullptr;
    bool made = false;
  };
  void make(const Side& side, Table& table);
  void down_u8(int i, const uint8_t* mixed, ptrdiff_t pitch, int n, uint8_t* out) const;
  void across_u8(const uint8_t* in, ptrdiff_t pitch, int rows, int channels, uint8_t* out, Scratch& scratch) const;
  const uint8_t* mix_across(const uint8_t* in, ptrdiff_t& pitch, int channels, Scratch& scratch) const;
  void image_u8(const uint8_t* in, ptrdiff_t pitch, int channels, uint8_t* out, Scratch& scratch) const;
  static void sum_u8(const Table& table, int i, const uint8_t* in, ptrdiff_t pitch, int n, uint8_t* out);
  template <class T>
  void image_of(const T* in, ptrdiff_t pitch, int channels, T* out, Scratch& scratch) const;

  const Kernels* kernels_;
  Rule rule_;
  DType dtype_ = DType::uint8;
  Table y_, x_;
  bool down_first_ = false;
  Lists lists_;
  bool listed_ = false;  // lists_ has the resize
};

}  // namespace penstock::match
