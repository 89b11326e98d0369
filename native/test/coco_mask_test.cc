// Masks of polygons: the painter looks at few of the outline's steps, and gives what a walk along all of them gives.
#include "coco_mask.h"

#include "core/rng.h"
#include "ops/readers_coco/mask.h"
#include "test.h"

namespace penstock::ops {
namespace {

using namespace penstock::test;
using Drawn = MaskPainter::Drawn;

struct Canvas {
  int64_t height, width;
  std::vector<int32_t> mask = std::vector<int32_t>(static_cast<size_t>(height * width));
  MaskPainter::Toggles toggles;

  Drawn draw(const std::vector<double>& xy, int64_t steps = INT64_MAX) {
    std::vector<GridPoint> points;
    for (size_t i = 0; i + 1 < xy.size(); i += 2) {
      points.push_back({GridPoint::on_grid(xy[i]), GridPoint::on_grid(xy[i + 1])});
    }
    return MaskPainter(height, width, steps, mask.data(), toggles)
        .polygon(points.data(), static_cast<int64_t>(points.size()), 3);
  }
};

// Coordinates of every kind: whole, with few and many decimals, and those that float32 rounds to the other side of a
// step of the grid.
double coordinate(Rng& rng, int64_t side) {
  const double at = static_cast<double>(rng.below(static_cast<uint32_t>(side + 20) * 1000)) / 1000 - 10;
  switch (rng.below(5)) {
    case 0: return std::floor(at);
    case 1: return std::floor(at * 10) / 10;
    case 2: return std::floor(at * 5) / 5 + .1;
    case 3: return std::nextafter(std::floor(at * 5) / 5 + .1, 1e9);
    default: return at + rng.below(1u << 30) * 1e-12;
  }
}

std::vector<double> polygon(Rng& rng, int64_t height, int64_t width) {
  std::vector<double> xy;
  for (uint32_t n = 3 + rng.below(9); n--;) {
    xy.push_back(coordinate(rng, width));
    xy.push_back(coordinate(rng, height));
  }
  return xy;
}

TEST(coco_masks_are_those_of_a_walk_along_the_outline) {
  Rng rng(7, 0, 0, 0);
  for (int64_t round = 0; round < rounds(20'000); ++round) {
    Canvas canvas{1 + rng.below(40), 1 + rng.below(40)};
    const std::vector<double> xy = polygon(rng, canvas.height, canvas.width);
    CHECK(canvas.draw(xy) == Drawn::all);
    CHECK(canvas.mask == test::plain_mask(test::grid_of(xy), canvas.height, canvas.width, 3));
  }
}

TEST(coco_masks_take_memory_by_their_pixels) {
  // An outline that crosses all columns a hundred thousand times.
  std::vector<double> zigzag;
  for (int i = 0; i < 50'000; ++i) zigzag.insert(zigzag.end(), {-9e7, i % 7 + .5, 9e7, i % 5 + .5});
  Canvas canvas{12, 64};
  CHECK(canvas.draw(zigzag) == Drawn::all);
  CHECK(canvas.toggles.size() == 12 * 64 / 64 + 1);
  // An outline that is walked there and back has no area.
  Canvas twice{12, 64};
  std::vector<double> back = zigzag;
  back.resize(400);
  for (size_t i = 400; i > 0; i -= 2) back.insert(back.end(), {back[i - 2], back[i - 1]});
  CHECK(twice.draw(back) == Drawn::all);
  CHECK(twice.mask == std::vector<int32_t>(12 * 64));
}

TEST(coco_masks_take_as_many_steps_as_they_may) {
  const std::vector<double> square = {0, 0, 8, 0, 8, 8, 0, 8};
  // Two edges cross eight columns each, there are 64 pixels inside, and their toggles lie in two words.
  CHECK((Canvas{8, 8}.draw(square, 82)) == Drawn::all);
  CHECK((Canvas{8, 8}.draw(square, 81)) == Drawn::too_much);
  CHECK((Canvas{8, 8}.draw({0, 0, 1e9, 0, 8, 8})) == Drawn::too_far);
  const uint32_t runs[] = {0, 64};
  std::vector<int32_t> mask(64);
  MaskPainter::Toggles toggles;
  CHECK(MaskPainter(8, 8, 64, mask.data(), toggles).runs(runs, 2, 1) == Drawn::all);
  CHECK(MaskPainter(8, 8, 63, mask.data(), toggles).runs(runs, 2, 1) == Drawn::too_much);
  const uint32_t longer[] = {1, 64};
  CHECK(MaskPainter(8, 8, 64, mask.data(), toggles).runs(longer, 2, 1) == Drawn::too_long);
}

}  // namespace
}  // namespace penstock::ops
