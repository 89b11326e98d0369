// Reads the elements of a .npy file, or of a window of it, into a dense tensor. Only the
// window's rows are read of a file that is not in memory, those that are close to each other together.
#pragma once
#include "core/scratch.h"
#include "formats/npy/npy.h"
#include "kernels/window/window.h"

namespace penstock::ops {

// Fills `out`, which has the window's shape and the array's dtype. Elements of the window outside the array become
// `fill`, rounded for an integer dtype.
void read_npy(const RecordSource& source, const NpyArray& array, const Window& window, float fill,
              const TensorView& out, Scratch& scratch);

}  // namespace penstock::ops
