// water on the CPU: the tables of the waves, and then a resampling along them.
#include "generated/ops/water.h"
#include "kernels/remap/displace.h"
#include "ops/water/water.h"

namespace penstock::ops {
namespace {

void setup(const WaterArgs& a, SampleSetup& s, WaterState& st) {
  displace_setup(a, s, st.remap);
  st.ampl_x = a.ampl_x;
  st.ampl_y = a.ampl_y;
  st.freq_x = a.freq_x;
  st.freq_y = a.freq_y;
  st.phase_x = a.phase_x;
  st.phase_y = a.phase_y;
}

void run(const WaterArgs&, SampleRun& s, WaterState& st) {
  float* table = s.scratch->get<float>(water_numbers(st));
  fill_waves(st, table);
  run_remap(st.remap, water_map(st, table), s.in[0], s.out[0]);
}

}  // namespace

PENSTOCK_CPU_OP(water, WaterArgs, WaterState, setup, run, kNone)

}  // namespace penstock::ops
