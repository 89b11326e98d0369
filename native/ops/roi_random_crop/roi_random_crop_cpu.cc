// roiRandomCrop on the CPU: setup() checks region and bounds, run() draws the start along each dimension.
#include <algorithm>

#include "generated/ops/roi_random_crop.h"
#include "kernels/draw/draw.h"

namespace penstock::ops {
namespace {

// Where the window may start along each dimension: the lowest position, and how many there are beyond it.
struct Starts {
  int32_t count = 0;
  int64_t lowest[abi::maxDims], more[abi::maxDims];
};

void check_list(const char* name, const ArgList<int32_t>& list, int count) {
  if (list.size == 1 || list.size == count) return;
  fail(ErrorCode::INVALID_ARGUMENT, "Expected 1 or %d values (as many as for cropShape) for %s but received %d", count,
       name, list.size);
}

void check_lists(const RoiRandomCropArgs& a, const SampleSetup& s) {
  const int count = a.crop_shape.size;
  if (count < 1 || count > static_cast<int>(abi::maxDims)) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected 1 to %d values for cropShape but received %d",
         static_cast<int>(abi::maxDims), count);
  }
  check_list("roiStart", a.roi_start, count);
  if (a.has(RoiRandomCropArgs::kRoiEnd)) {
    check_list("roiEnd", a.roi_end, count);
  } else {
    check_list("roiShape", a.roi_shape, count);
  }
  if (a.has(RoiRandomCropArgs::kInShape)) check_list("inShape", a.in_shape, count);
  if (s.num_inputs > 0 && s.in[0].shape.ndim < count) {
    fail(ErrorCode::INVALID_ARGUMENT,
         "Expected at most %d values, the input's dimensions, for cropShape but received %d", s.in[0].shape.ndim,
         count);
  }
}

void setup(const RoiRandomCropArgs& a, SampleSetup& s, Starts& st) {
  check_lists(a, s);
  st.count = a.crop_shape.size;
  for (int d = 0; d < st.count; ++d) {
    const int64_t crop = a.crop_shape.at(d), start = a.roi_start.at(d);
    const int64_t end = a.has(RoiRandomCropArgs::kRoiEnd) ? a.roi_end.at(d) : start + a.roi_shape.at(d);
    if (end < start || crop < 0) {
      fail(ErrorCode::INVALID_ARGUMENT,
           "Expected a region and a window of no negative extent but received region [%lld, %lld), window %lld, along "
           "dimension %d",
           static_cast<long long>(start), static_cast<long long>(end), static_cast<long long>(crop), d);
    }
    int64_t low = std::min(start, end - crop), high = std::max(start, end - crop);
    if (s.num_inputs > 0 || a.has(RoiRandomCropArgs::kInShape)) {
      const int64_t bound = s.num_inputs > 0 ? s.in[0].shape[d] : a.in_shape.at(d);
      if (start < 0 || end > bound || crop > bound) {
        fail(ErrorCode::INVALID_ARGUMENT,
             "Expected region and window within %lld elements but received region [%lld, %lld), window %lld, along "
             "dimension %d",
             static_cast<long long>(bound), static_cast<long long>(start), static_cast<long long>(end),
             static_cast<long long>(crop), d);
      }
      low = std::max<int64_t>(low, 0);
      high = std::min(high, bound - crop);
    }
    st.lowest[d] = low;
    st.more[d] = high - low;
  }
  s.out[0].dtype = DType::int64;
  s.out[0].shape = {st.count};
}

void run(const RoiRandomCropArgs&, SampleRun& s, Starts& st) {
  Rng rng = s.rng();
  for (int d = 0; d < st.count; ++d) s.out[0].as<int64_t>()[d] = st.lowest[d] + draw_below(rng, st.more[d] + 1);
}

}  // namespace

PENSTOCK_CPU_OP(roi_random_crop, RoiRandomCropArgs, Starts, setup, run, kNone)

}  // namespace penstock::ops
