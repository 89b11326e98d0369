// Draws the window of randomBBoxCrop.
#include <algorithm>
#include <cmath>

#include "kernels/draw/draw.h"
#include "ops/random_b_box_crop/random_b_box_crop.h"

namespace penstock::ops {
namespace {

using Args = RandomBBoxCropArgs;

// How many windows are drawn where the user has set no limit. A search that finds none in this number would hardly end.
constexpr int kDefaultLimit = 10000;

float volume(const BoxND& b, int n) {
  float v = 1;
  for (int d = 0; d < n; ++d) v *= std::max(0.0f, b.end[d] - b.start[d]);
  return v;
}

BoxND common(const BoxND& a, const BoxND& b, int n) {
  BoxND c = {};
  for (int d = 0; d < n; ++d) {
    c.start[d] = std::max(a.start[d], b.start[d]);
    c.end[d] = std::max(c.start[d], std::min(a.end[d], b.end[d]));
  }
  return c;
}

// By how much box and window overlap, from 0 to 1.
float overlap(const Args& a, int n, const BoxND& box, const BoxND& window) {
  const float shared = volume(common(box, window, n), n), own = volume(box, n);
  const float whole = a.threshold_type == Args::ThresholdType::iou ? own + volume(window, n) - shared : own;
  return whole > 0 ? shared / whole : 0;
}

float between(Rng& rng, float low, float high) { return low + (high - low) * rng.uniform(); }

// Which range of aspect ratios is that of two extents.
constexpr int kPairs[kMaxBoxDims][kMaxBoxDims] = {{0, 0, 1}, {0, 0, 2}, {1, 2, 0}};

// The only ratio of extent i to extent j that is allowed; 0 where there are several.
float fixed_ratio(const CropRules& r, int i, int j) {
  const float* range = r.ratio[kPairs[i][j]];
  if (range[0] != range[1] || range[0] <= 0) return 0;
  return i < j ? range[0] : 1 / range[0];
}

// Gives extents the ratios that are fixed. The longest one stays the longest; a drawn order says which extents follow
// from which, where that makes a difference: where some of the ratios are fixed, and some are not.
void fix_ratios(const CropRules& r, Rng& rng, float* extent) {
  int fixed = 0, order[kMaxBoxDims] = {0, 1, 2};
  for (int i = 0; i < r.n; ++i) {
    for (int j = i + 1; j < r.n; ++j) fixed += fixed_ratio(r, i, j) > 0;
  }
  if (!fixed) return;
  if (r.n == 3 && fixed < 3) {
    for (uint32_t i = 2; i > 0; --i) std::swap(order[i], order[rng.below(i + 1)]);
  }
  const float most = *std::max_element(extent, extent + r.n);
  for (int i = 0; i < r.n; ++i) {
    for (int j = i + 1; j < r.n; ++j) {
      const float ratio = fixed_ratio(r, order[j], order[i]);
      if (ratio > 0) extent[order[j]] = extent[order[i]] * ratio;
    }
  }
  const float scale = most / *std::max_element(extent, extent + r.n);
  for (int d = 0; d < r.n; ++d) extent[d] *= scale;
}

bool ratios_are_allowed(const CropRules& r, const float* extent) {
  for (int i = 0; i < r.n; ++i) {
    for (int j = i + 1; j < r.n; ++j) {
      const float* range = r.ratio[kPairs[i][j]];
      const float ratio = extent[i] / extent[j], slack = fixed_ratio(r, i, j) * 1e-5f;
      if (!(ratio >= range[0] - slack && ratio <= range[1] + slack)) return false;
    }
  }
  return true;
}

// Draws the extents of a window, as fractions of the image. False if they have no allowed aspect ratio.
bool draw_extents(const Args& a, const CropRules& r, Rng& rng, float* extent) {
  // Ratios are those of pixels, where the image's shape is known.
  for (int d = 0; d < r.n; ++d) extent[d] = between(rng, a.scaling[0], a.scaling[1]) * r.input[d];
  fix_ratios(r, rng, extent);
  const bool allowed = ratios_are_allowed(r, extent);
  for (int d = 0; d < r.n; ++d) extent[d] /= r.input[d];
  return allowed;
}

// Draws a window, as fractions of the image. False if its shape is not allowed.
bool draw_candidate(const Args& a, const CropRules& r, Rng& rng, BoxND& window) {
  float extent[kMaxBoxDims];
  if (!r.fixed && !draw_extents(a, r, rng, extent)) return false;
  for (int d = 0; d < r.n; ++d) {
    if (r.fixed) {
      // Whole pixels. A window larger than the image may start before it.
      const float room = r.input[d] - r.crop[d];
      const float start = std::floor(between(rng, 0, std::fabs(room) + 1));
      window.start[d] = std::min(start, std::fabs(room)) * (room < 0 ? -1 : 1) / r.input[d];
      window.end[d] = window.start[d] + r.crop[d] / r.input[d];
    } else {
      window.start[d] = between(rng, std::min(0.0f, 1 - extent[d]), std::max(0.0f, 1 - extent[d]));
      window.end[d] = window.start[d] + extent[d];
    }
  }
  return true;
}

struct Judged {
  float metric;  // the overlap that counts: the least of all boxes, or the largest
  bool any;      // a box remains
};

Judged judge(const Args& a, const CropRules& r, const float* boxes, int64_t count, const BoxND& window) {
  Judged j = {a.all_boxes_above_threshold ? 1.0f : 0.0f, count == 0};
  for (int64_t i = 0; i < count; ++i) {
    const BoxND box = read_box(r, boxes + 2 * r.n * i);
    const float by = overlap(a, r.n, box, window);
    j.metric = a.all_boxes_above_threshold ? std::min(j.metric, by) : std::max(j.metric, by);
    j.any |= remains(a, r, box, window);
  }
  return j;
}

}  // namespace

bool remains(const Args& a, const CropRules& r, const BoxND& box, const BoxND& window) {
  if (a.has(Args::kBboxPruneThreshold)) {
    const float shared = volume(common(box, window, r.n), r.n), own = volume(box, r.n);
    return shared > 0 && shared >= a.bbox_prune_threshold * own;
  }
  for (int d = 0; d < r.n; ++d) {
    const float center = 0.5f * (box.start[d] + box.end[d]);
    if (!(center >= window.start[d] && center <= window.end[d])) return false;
  }
  return true;
}

BoxND box_in_window(const CropRules& r, const BoxND& box, const BoxND& window) {
  BoxND out = {};
  for (int d = 0; d < r.n; ++d) {
    const float scale = 1 / (window.end[d] - window.start[d]);
    out.start[d] = std::clamp((box.start[d] - window.start[d]) * scale, 0.0f, 1.0f);
    out.end[d] = std::clamp((box.end[d] - window.start[d]) * scale, 0.0f, 1.0f);
  }
  return out;
}

BoxND draw_window(const Args& a, const CropRules& r, const float* boxes, int64_t count, Rng& rng) {
  BoxND whole = {}, best = {};
  std::fill_n(whole.end, r.n, 1.0f);
  const bool limited = a.total_num_attempts > 0;
  const int limit = limited ? a.total_num_attempts : kDefaultLimit;
  float nearest = -1;
  for (int drawn = 0; drawn < limit;) {
    // A fixed shape is always that of the window.
    const auto options = static_cast<uint32_t>(a.thresholds.size + (a.allow_no_crop && !r.fixed));
    const auto option = static_cast<int>(rng.below(options));
    if (option == a.thresholds.size) return whole;
    for (int i = 0; i < a.num_attempts && drawn < limit; ++i, ++drawn) {
      BoxND window = {};
      if (!draw_candidate(a, r, rng, window)) continue;
      const Judged j = judge(a, r, boxes, count, window);
      if (j.any && j.metric >= a.thresholds[option]) return window;
      if (j.metric <= nearest) continue;
      nearest = j.metric;
      best = window;
    }
  }
  if (limited && nearest >= 0) return best;
  fail(ErrorCode::INVALID_INPUT,
       "Expected a window that keeps boxes above the thresholds but found none in %d attempts: widen scaling, "
       "aspectRatio "
       "or thresholds, allow no crop, or set totalNumAttempts for the nearest window",
       limit);
}

}  // namespace penstock::ops
