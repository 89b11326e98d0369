// Power spectra of real signals, eight at a time: element i of all eight lies side by side (lanes.h), so that each step
// of the transform works on neighbours. Any length; lengths without large prime factors are fast.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/fft/lanes.h"

namespace penstock::ops {

// One step of Stockham's transform, which reads one array and writes another: `count` transforms of `radix` elements,
// of `stride` interleaved signals. Element i of transform p of signal q is read at (i * count + p) * stride + q, and
// output j is written to (p * radix + j) * stride + q.
struct FftStep {
  int radix, count, stride;
  size_t roots;        // where its roots begin: (radix - 1) complex numbers for each of count
  size_t inner_roots;  // where those of the radix itself begin, above 4
};

// The plan of a length: the factors of the transform and its roots of unity. Threads may share it.
class RealFft {
 public:
  explicit RealFft(int length);

  int length() const { return length_; }
  int frequencies() const { return length_ / 2 + 1; }
  // The elements of the complex transform. The two halves of an even length are the parts of one complex signal, of
  // half the length.
  int transformed() const { return transformed_; }

  // The tables, complex numbers as cosine and sine, for kernels that do the steps themselves.
  const std::vector<FftStep>& steps() const { return steps_; }
  const std::vector<float>& roots() const { return roots_; }
  const std::vector<float>& inner_roots() const { return inner_roots_; }
  // What parts the halves: a root for each frequency.
  const std::vector<float>& split() const { return split_; }

  // Floats of scratch memory that power() takes.
  size_t scratch() const { return 4 * static_cast<size_t>(transformed_) * kFftLanes; }

  // in: length x 8 floats. out: frequencies x 8, the squared magnitudes of the transform, or with `magnitude` their
  // roots.
  void power(const float* in, float* scratch, bool magnitude, float* out) const;

 private:
  void power_baseline(const float* in, float* scratch, bool magnitude, float* out) const;
  void power_avx2(const float* in, float* scratch, bool magnitude, float* out) const;
  void power_inline(const float* in, float* scratch, bool magnitude, float* out) const;

  int length_, transformed_;
  std::vector<FftStep> steps_;
  std::vector<float> roots_, inner_roots_, split_;
};

}  // namespace penstock::ops
