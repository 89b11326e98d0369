// setup() and run() of dilation and erosion on the CPU.
#pragma once
#include "core/op.h"
#include "kernels/morphology/morphology.h"

namespace penstock::ops {

// Fills the state, but for the border. Throws INVALID_ARGUMENT.
void set_mask(const ArgList<int32_t>& size, const ArgList<int32_t>& anchor, int iterations, const OutSpec& in,
              MorphologyState& st);

template <class Args>
void morphology_setup(const Args& a, Extreme extreme, SampleSetup& s, MorphologyState& st) {
  s.out[0] = s.in[0];
  st.extreme = extreme;
  st.border = border_of(a.border_mode);
  set_mask(a.mask_size, a.anchor, a.iterations, s.in[0], st);
  s.cost = static_cast<double>(s.in[0].shape.volume()) * static_cast<double>(st.mask[0] + 8);
}

// Computes all planes of a sample.
void run_morphology(const MorphologyState& st, const TensorView& in, const TensorView& out, Scratch& scratch);

}  // namespace penstock::ops
