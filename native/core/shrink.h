// How a resize has its input decoded no larger than it needs. setup() of the decoder describes the whole image; setup()
// of a resize that is its only reader may then ask for a smaller one (program/shrink.h decides which resize may). All
// of it happens on the thread that sets the sample up, before anything is decoded.
#pragma once
#include <cstdint>

namespace penstock {

// The smaller image, by rows and columns. A position p of the whole image's axis d lies at offset[d] + p * scale[d].
struct Shrunk {
  int64_t extent[2] = {};
  double scale[2] = {1, 1};
  double offset[2] = {};
};

// The first input of an operator, which its maker can make smaller.
struct ShrinkableInput {
  // Asks for an image of at least `least` pixels, in (0, 1), per pixel of the whole one along both axes. Returns false,
  // and changes nothing, where the maker gains nothing from a smaller one.
  virtual bool shrink(double least, Shrunk& shrunk) = 0;

 protected:
  ~ShrinkableInput() = default;
};

}  // namespace penstock
