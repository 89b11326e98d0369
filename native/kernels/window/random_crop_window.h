// The random window of DALI's random_area and random_aspect_ratio arguments (native/ops/_args/random_crop.json).
// Used by decoders.imageRandomCrop and randomResizedCrop.
#pragma once
#include <algorithm>
#include <cmath>

#include "core/args.h"
#include "core/rng.h"
#include "kernels/window/window.h"

namespace penstock::ops {

inline void check_range(const char* name, ArgList<float> range, bool above_zero) {
  if (range.size != 1 && range.size != 2) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected 2 values (lowest, highest) for %s but received %d", name, range.size);
  }
  if (!(range.at(0) <= range.at(1)) || (above_zero && !(range.at(0) > 0))) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected a range %sfor %s but received [%g, %g]", above_zero ? "above 0 " : "",
         name, range.at(0), range.at(1));
  }
}

// Converts a side to pixels, clamped to a range from 1 to more than any image has.
inline int side_of(float pixels) {
  constexpr float kMax = 1 << 30;
  return pixels >= kMax ? 1 << 30 : pixels >= 1 ? static_cast<int>(pixels) : 1;
}

// Draws area (a uniform share of the image) and aspect ratio (width / height, log-uniform) until both fit; after
// `attempts` failures the largest window of an allowed ratio and area is taken. Then the position is drawn uniformly.
// The window has two dimensions, height and width. The arithmetic is single precision, as in DALI.
inline Window random_crop_window(Rng& rng, int height, int width, ArgList<float> area, ArgList<float> ratio,
                                 int attempts) {
  check_range("randomArea", area, false);
  check_range("randomAspectRatio", ratio, true);
  const float least_ratio = ratio.at(0), most_ratio = ratio.at(1);
  const float pixels = static_cast<float>(height) * static_cast<float>(width);
  const float least_area = pixels * area.at(0);
  // The largest width of a window as high as the image, and the largest height of one as wide as the image.
  const int widest = side_of(static_cast<float>(height) * most_ratio);
  const int highest = side_of(static_cast<float>(width) * (1 / least_ratio));
  int h = 0, w = 0;
  // No window can have both an allowed ratio and an allowed area, so only the ratio is kept.
  if (static_cast<float>(height) * static_cast<float>(widest) < least_area) {
    h = height, w = widest;
  } else if (static_cast<float>(width) * static_cast<float>(highest) < least_area) {
    h = highest, w = width;
  } else {
    const float low = std::log(least_ratio), high = std::log(most_ratio);
    bool found = false;
    for (int i = 0; i < attempts && !found; ++i) {
      const float target = pixels * (area.at(0) + (area.at(1) - area.at(0)) * rng.uniform());
      const float r = std::exp(low + (high - low) * rng.uniform());
      w = side_of(std::round(std::sqrt(target * r)));
      h = side_of(std::round(std::sqrt(target / r)));
      // Rounding may have moved the ratio out of its range.
      const float rounded = static_cast<float>(w) / static_cast<float>(h);
      found = w <= width && h <= height && rounded >= least_ratio && rounded <= most_ratio;
    }
    if (!found) {
      const float whole = static_cast<float>(width) / static_cast<float>(height);
      h = whole < least_ratio ? highest : height;
      w = whole > most_ratio ? widest : width;
      const float shrink =
          std::sqrt(std::min(1.0f, area.at(1) * pixels / (static_cast<float>(h) * static_cast<float>(w))));
      h = side_of(static_cast<float>(h) * shrink);
      w = side_of(static_cast<float>(w) * shrink);
    }
  }
  // Single precision can be one pixel off on very large images.
  h = std::clamp(h, 1, height);
  w = std::clamp(w, 1, width);
  Window window;
  window.ndim = 2;
  window.shape[0] = h;
  window.shape[1] = w;
  window.anchor[0] = rng.below(static_cast<uint32_t>(height - h + 1));
  window.anchor[1] = rng.below(static_cast<uint32_t>(width - w + 1));
  return window;
}

}  // namespace penstock::ops
