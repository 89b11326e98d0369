// setup() of the operators that share native/ops/_args/displace.json.
#pragma once
#include "kernels/remap/remap_setup.h"

namespace penstock::ops {

template <class Args>
void displace_setup(const Args& a, SampleSetup& s, RemapState& st) {
  remap_setup({"HWC", "FHWC"}, {DType::uint8, DType::float32}, s, st);
  set_remap_fill(&a.fill_value, 1, s.in[0].dtype, st);
  st.interp = a.interp_type;
  st.copied = a.mask == 0;
}

}  // namespace penstock::ops
