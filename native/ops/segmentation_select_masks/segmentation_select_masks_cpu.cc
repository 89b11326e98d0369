// segmentation.selectMasks on the CPU. setup() checks ids and polygons and counts what is selected; run() copies it.
#include <cstring>

#include "core/extents.h"
#include "core/op.h"
#include "generated/ops/segmentation_select_masks.h"

namespace penstock::ops {
namespace {

struct Polygon {
  int32_t mask, start, end;
};

struct Lists {
  const int32_t* ids;
  int64_t num_ids;
  const Polygon* polygons;
  int64_t num_polygons;
};

Lists lists_of(const SampleBase& s) {
  static_assert(sizeof(Polygon) == 3 * sizeof(int32_t));
  return {s.in[0].as<const int32_t>(), s.in[0].shape[0], s.in[1].as<const Polygon>(), s.in[1].shape[0]};
}

void check_inputs(const SampleSetup& s) {
  for (int i = 0; i < 2; ++i) {
    if (s.in[i].dtype == DType::int32) continue;
    fail(ErrorCode::INVALID_INPUT, "Expected int32 for %s but received %s", i ? "polygons" : "maskIds",
         dtype_name(s.in[i].dtype));
  }
  if (s.in[0].shape.ndim != 1) {
    fail(ErrorCode::INVALID_INPUT, "Expected one dimension for maskIds but received %d", s.in[0].shape.ndim);
  }
  if (s.in[1].shape.ndim != 2 || s.in[1].shape[1] != 3) {
    fail(ErrorCode::INVALID_INPUT, "Expected shape (n, 3) for polygons but received %s", extents_text(s.in[1]).c_str());
  }
  if (s.in[2].shape.ndim != 2) {
    fail(ErrorCode::INVALID_INPUT, "Expected two dimensions for vertices but received %d", s.in[2].shape.ndim);
  }
}

void setup(const SegmentationSelectMasksArgs&, SampleSetup& s, NoState&) {
  check_inputs(s);
  const Lists l = lists_of(s);
  const int64_t vertices = s.in[2].shape[0];
  int64_t polygons = 0, kept = 0;
  for (int64_t i = 0; i < l.num_polygons; ++i) {
    const Polygon& p = l.polygons[i];
    if (p.start >= 0 && p.start <= p.end && p.end <= vertices) continue;
    fail(ErrorCode::INVALID_INPUT, "Expected vertices of [0, %lld) for polygon %lld but received [%d, %d)",
         static_cast<long long>(vertices), static_cast<long long>(i), p.start, p.end);
  }
  for (int64_t i = 0; i < l.num_ids; ++i) {
    for (int64_t j = 0; j < i; ++j) {
      if (l.ids[i] != l.ids[j]) continue;
      fail(ErrorCode::INVALID_INPUT, "Expected each id once for maskIds but received %d twice", l.ids[i]);
    }
    const int64_t before = polygons;
    for (int64_t k = 0; k < l.num_polygons; ++k) {
      const Polygon& p = l.polygons[k];
      if (p.mask != l.ids[i]) continue;
      ++polygons;
      kept += p.end - p.start;
    }
    if (polygons > before) continue;
    fail(ErrorCode::INVALID_INPUT, "Expected ids of polygons for maskIds but received %d, which has none", l.ids[i]);
  }
  s.out[0].dtype = DType::int32;
  s.out[0].shape = {polygons, 3};
  s.out[1] = s.in[2];
  s.out[1].shape[0] = kept;
}

void run(const SegmentationSelectMasksArgs& a, SampleRun& s, NoState&) {
  const Lists l = lists_of(s);
  const auto* from = s.in[2].as<const uint8_t>();
  auto* to = s.out[1].as<uint8_t>();
  auto* polygon = s.out[0].as<Polygon>();
  const int64_t row = s.in[2].shape[1] * dtype_size(s.in[2].dtype);
  int32_t next = 0;
  for (int64_t i = 0; i < l.num_ids; ++i) {
    for (int64_t k = 0; k < l.num_polygons; ++k) {
      const Polygon& p = l.polygons[k];
      if (p.mask != l.ids[i]) continue;
      const int32_t count = p.end - p.start;
      *polygon++ = {a.reindex_masks ? static_cast<int32_t>(i) : p.mask, next, next + count};
      if (count * row > 0) std::memcpy(to + next * row, from + p.start * row, count * row);
      next += count;
    }
  }
}

}  // namespace

// The flags say that setup() reads the inputs, because the outputs' shapes depend on them.
PENSTOCK_CPU_OP(segmentation_select_masks, SegmentationSelectMasksArgs, NoState, setup, run, kReadsInput | kReadsOthers)

}  // namespace penstock::ops
