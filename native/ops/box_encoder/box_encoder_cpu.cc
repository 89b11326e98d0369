// boxEncoder on the CPU: each box is compared with all anchors at once, then each anchor's box is encoded.
#include <algorithm>
#include <memory>
#include <vector>

#include "generated/ops/box_encoder.h"
#include "ops/box_encoder/box_encoder.h"

namespace penstock::ops {
namespace {

void check_arguments(const BoxEncoderArgs& a) {
  if (a.anchors.empty() || a.anchors.size % 4) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected anchors of 4 numbers but received %d numbers", a.anchors.size);
  }
  if (a.means.size != 4 || a.stds.size != 4) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected 4 values for means and stds but received %d and %d", a.means.size,
         a.stds.size);
  }
  for (float std : a.stds) {
    if (std == 0) fail(ErrorCode::INVALID_ARGUMENT, "Expected values other than 0 for stds but received 0");
  }
}

void setup(const BoxEncoderArgs& a, SampleSetup& s, NoState&) {
  check_arguments(a);
  check_labels(s.in[1], check_box_list(s.in[0]));
  const int64_t anchors = a.anchors.size / 4;
  s.out[0].dtype = DType::float32;
  s.out[0].shape = {anchors, 4};
  s.out[1].dtype = DType::int32;
  s.out[1].shape = {anchors};
  s.cost = static_cast<double>(anchors) * static_cast<double>(s.in[0].shape[0] + 1);
}

// The anchors by coordinate, so that a vector holds several of them. They are the same for all samples.
struct Anchors : SharedState {
  explicit Anchors(const BoxEncoderArgs& a) : count(a.anchors.size / 4), values(static_cast<size_t>(count) * 5) {
    for (int32_t j = 0; j < count; ++j) {
      const Box box = box_at(a.anchors.data, j);
      const float list[] = {box.left, box.top, box.right, box.bottom, box_area(box)};
      for (int k = 0; k < 5; ++k) values[static_cast<size_t>(k * count + j)] = list[k];
    }
  }
  const float* row(int k) const { return values.data() + static_cast<size_t>(k) * static_cast<size_t>(count); }

  int32_t count;
  std::vector<float> values;
};

std::unique_ptr<SharedState> share(const BoxEncoderArgs& a) { return std::make_unique<Anchors>(a); }

// For each anchor, the largest overlap so far and its box; `overlaps` holds those of the current box.
struct Matches {
  float *best, *overlaps;
  int32_t* index;
};

// Compares one box with all anchors, as box_overlap() and BestOverlap::see() do, without branches.
void see_box(const Box& box, int32_t i, const Anchors& anchors, const Matches& m) {
  const float *left = anchors.row(0), *top = anchors.row(1), *right = anchors.row(2), *bottom = anchors.row(3),
              *area = anchors.row(4), own = box_area(box);
  for (int32_t j = 0; j < anchors.count; ++j) {
    const float l = box.left > left[j] ? box.left : left[j], r = box.right < right[j] ? box.right : right[j];
    const float t = box.top > top[j] ? box.top : top[j], b = box.bottom < bottom[j] ? box.bottom : bottom[j];
    const float common = (r - l) * (b - t), overlap = common / (own + area[j] - common);
    m.overlaps[j] = (r > l) & (b > t) ? overlap : 0.0f;
  }
  // Boxes come in their order, so of equal overlaps the later one is taken.
  for (int32_t j = 0; j < anchors.count; ++j) {
    const bool better = m.overlaps[j] >= m.best[j];
    m.best[j] = better ? m.overlaps[j] : m.best[j];
    m.index[j] = better ? i : m.index[j];
  }
}

// The last anchor of those that overlap most with the current box; -1 where no overlap is a number.
int32_t nearest_anchor(const Matches& m, int32_t count) {
  float most = 0;
  for (int32_t j = 0; j < count; ++j) most = m.overlaps[j] > most ? m.overlaps[j] : most;
  int32_t j = count - 1;
  while (j >= 0 && m.overlaps[j] != most) --j;
  return j;
}

void run(const BoxEncoderArgs& a, SampleRun& s, NoState&) {
  const float* boxes = s.in[0].as<const float>();
  const int32_t* labels = s.in[1].as<const int32_t>();
  const auto count = static_cast<int32_t>(s.in[0].shape[0]);
  const auto& anchors = s.shared<Anchors>();
  const int32_t n = anchors.count;
  const Matches m{s.scratch->get<float>(n), s.scratch->get<float>(n), s.scratch->get<int32_t>(n)};
  std::fill_n(m.best, n, 0.0f);
  std::fill_n(m.index, n, -1);
  for (int32_t i = 0; i < count; ++i) {
    see_box(box_at(boxes, i), i, anchors, m);
    const int32_t nearest = nearest_anchor(m, n);
    if (nearest < 0) continue;
    m.best[nearest] = kGivenOverlap;
    m.index[nearest] = i;
  }
  const BoxEncoding encoding = box_encoding(a);
  for (int32_t j = 0; j < n; ++j) {
    const bool matches = m.best[j] > a.criteria;
    const Box box = matches ? box_at(boxes, m.index[j]) : Box{};
    encode_box(encoding, box_at(a.anchors.data, j), matches ? &box : nullptr, s.out[0].as<float>() + 4 * j);
    s.out[1].as<int32_t>()[j] = matches ? labels[m.index[j]] : 0;
  }
}

}  // namespace

PENSTOCK_SHARING_CPU_OP(box_encoder, BoxEncoderArgs, NoState, setup, run, share, kNone)

}  // namespace penstock::ops
