// Draws scan scripts of progressive JPEGs that are legal and complete: bands of any width, bits in any number of scans,
// components in any order.
#pragma once
#include <algorithm>
#include <vector>

#include "core/rng.h"
#include "test/jpeg_encode.h"

namespace penstock::test {

// At most `most` scans where that is possible. `together`: all components fit into one MCU.
inline std::vector<jpeg_scan_info> draw_script(Rng& rng, int components, bool together, size_t most = 90) {
  struct Band {
    int component, first, last, low;  // low: the last bit that is coded; -1: none yet
  };
  for (uint32_t cuts = 4;; cuts /= 2) {
    std::vector<Band> bands;
    for (int c = 0; c < components; ++c) {
      bands.push_back({c, 0, 0, -1});
      for (int first = 1; first < 64;) {
        const int last =
            cuts && rng.below(3) ? std::min(63, first + static_cast<int>(rng.below(rng.below(2) ? 64 : 8))) : 63;
        bands.push_back({c, first, last, -1});
        first = last + 1;
      }
    }
    const uint32_t depth = 1 + rng.below(cuts + 1);
    std::vector<jpeg_scan_info> script;
    std::vector<size_t> open(bands.size());
    for (size_t i = 0; i < open.size(); ++i) open[i] = i;
    while (!open.empty()) {
      const size_t at = rng.below(static_cast<uint32_t>(open.size()));
      Band& band = bands[open[at]];
      const bool begun =
          bands[static_cast<size_t>(std::find_if(bands.begin(), bands.end(),
                                                 [&](const Band& b) { return b.component == band.component; }) -
                                    bands.begin())]
              .low >= 0;
      if (band.first && !begun) continue;  // DC comes first
      jpeg_scan_info scan = {1, {band.component}, band.first, band.last, 0, 0};
      scan.Ah = band.low < 0 ? 0 : band.low;
      scan.Al = band.low < 0 ? static_cast<int>(rng.below(depth)) : band.low - 1;
      const int before = band.low;
      std::vector<Band*> all = {&band};
      if (!band.first && together && rng.below(4)) {
        // DC of other components that stand where this one does.
        for (Band& other : bands) {
          if (!other.first && other.component != band.component && other.low == before && rng.below(4))
            all.push_back(&other);
        }
        std::sort(all.begin(), all.end(), [](const Band* a, const Band* b) { return a->component < b->component; });
        scan.comps_in_scan = static_cast<int>(all.size());
        for (size_t i = 0; i < all.size(); ++i) scan.component_index[i] = all[i]->component;
      }
      for (Band* b : all) b->low = scan.Al;
      script.push_back(scan);
      open.erase(std::remove_if(open.begin(), open.end(), [&](size_t i) { return bands[i].low == 0; }), open.end());
    }
    if (script.size() <= most || !cuts) return script;
  }
}

}  // namespace penstock::test
