// erase: boxes of odd regions, and random boxes of every kind against a test per element.
#include "generated/ops/erase.h"

#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "op_harness.h"
#include "ops/erase/erase.h"
#include "test.h"

namespace penstock::ops {
extern const CpuOp erase_cpu;
}

using namespace penstock;
using namespace penstock::ops;

TEST(erase_ranges_that_are_no_numbers) {
  const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
  const EraseState s;
  const auto count = [&](float anchor, float shape) {
    int64_t lo, hi;
    erase_range(s, anchor, shape, 10, lo, hi);
    CHECK(lo >= 0 && lo <= 10 && hi >= 0 && hi <= 10);
    return std::max<int64_t>(hi - lo, 0);
  };
  CHECK_EQ(count(nan, 3), 0);
  CHECK_EQ(count(3, nan), 0);
  CHECK_EQ(count(3, inf), 7);
  CHECK_EQ(count(-inf, inf), 0);
  CHECK_EQ(count(inf, 3), 0);
  CHECK_EQ(count(-1e30f, 2e30f), 10);
}

TEST(erase_boxes_element_by_element) {
  std::mt19937 generator(5);
  const auto whole = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(generator); };
  for (int i = 0; i < 2000; ++i) {
    TensorView in;
    in.dtype = DType::int16;
    in.shape.ndim = whole(1, 5);
    static constexpr const char* kLayouts[] = {"C", "HC", "CHW", "FHWC", "FDHCW"};
    in.layout = kLayouts[in.shape.ndim - 1];
    for (int d = 0; d < in.shape.ndim; ++d) in.shape[d] = whole(1, 5);
    const int channel = in.layout.find('C');
    std::vector<int16_t> data(in.shape.volume(), int16_t{-1});
    in.data = data.data();

    std::vector<int32_t> axes;
    for (int d = 0; d < in.shape.ndim; ++d) {
      if (whole(0, 2)) axes.push_back(d);
    }
    if (axes.empty()) axes.push_back(0);
    const int regions = whole(1, 3);
    std::vector<float> anchor, shape, fill;
    for (size_t k = 0; k < axes.size() * regions; ++k) {
      const auto extent = static_cast<int>(in.shape[axes[k % axes.size()]]);
      anchor.push_back(static_cast<float>(whole(-1, extent)));
      shape.push_back(static_cast<float>(whole(0, 2) ? whole(0, extent) : 2 * extent));
    }
    const int64_t fills = whole(0, 1) ? 1 : in.shape[channel];
    for (int64_t c = 0; c < fills; ++c) fill.push_back(static_cast<float>(100 + c));

    EraseArgs a;
    a.axes = {axes.data(), static_cast<int32_t>(axes.size())};
    a.anchor = {anchor.data(), static_cast<int32_t>(anchor.size())};
    a.shape = {shape.data(), static_cast<int32_t>(shape.size())};
    a.fill_value = {fill.data(), static_cast<int32_t>(fill.size())};
    for (auto f : {EraseArgs::kAxes, EraseArgs::kAnchor, EraseArgs::kShape}) a.given |= uint64_t{1} << f;
    test::OneOp erase(erase_cpu, &a);
    const auto* got = erase({in})[0].as<int16_t>();

    for (int64_t e = 0; e < in.shape.volume(); ++e) {
      int64_t at[abi::maxDims], rest = e;
      for (int d = in.shape.ndim - 1; d >= 0; rest /= in.shape[d--]) at[d] = rest % in.shape[d];
      bool erased = false;
      for (int r = 0; r < regions; ++r) {
        bool in_region = true;
        for (size_t k = 0; k < axes.size(); ++k) {
          const float from = anchor[r * axes.size() + k], n = shape[r * axes.size() + k];
          const auto x = static_cast<float>(at[axes[k]]);
          in_region = in_region && x >= from && x < from + n;
        }
        erased = erased || in_region;
      }
      CHECK_EQ(got[e], erased ? static_cast<int16_t>(fill[fill.size() == 1 ? 0 : at[channel]]) : int16_t{-1});
    }
  }
}
