// Copies a window of a tensor, converting the dtype and filling what lies outside; the part that crop and slice share.
// Defined in slice_cpu.cc.
#pragma once
#include "core/args.h"
#include "core/scratch.h"
#include "ops/slice/window.h"

namespace penstock::ops {

// `out` has the window's shape, its dtype may differ. `fill`: one value, or one per channel of the output's layout;
// for an integer dtype the fraction is dropped.
void copy_window(const TensorView& in, const Window& w, Bounds policy, const ArgList<float>& fill,
                 const TensorView& out, Scratch& scratch);

}  // namespace penstock::ops
