// experimental.erode on the GPU: with the state that setup() has made.
#include "generated/ops/experimental_erode.h"
#include "kernels/morphology/morphology_gpu.h"

namespace penstock::ops {

PENSTOCK_GPU_OP(experimental_erode, ExperimentalErodeArgs, run_morphology_gpu)

}  // namespace penstock::ops
