// Annotation files of COCO: for any text the parser ends, and gives the same however the bytes arrive; what it says of
// polygons and run lengths lies in what it has read. Masks that are drawn stay inside of the image, and agree with a
// plain walk along the outlines.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

#include "fuzz/util/listed.h"
#include "generated/ops/readers_coco.h"
#include "ops/readers_coco/annotations.h"
#include "ops/readers_coco/id_table.h"
#include "ops/readers_coco/mask.h"
#include "test/coco_mask.h"

namespace penstock::fuzz {
namespace {

using namespace ops;

// Gives at most `most` bytes at a time.
class Bytes final : public ByteStream {
 public:
  Bytes(Input in, size_t most) : in_(in), most_(most) {}
  size_t read(uint8_t* to, size_t size) override {
    const size_t count = std::min({size, most_, in_.size - at_});
    if (count) std::memcpy(to, in_.data + at_, count);
    at_ += count;
    return count;
  }

 private:
  Input in_;
  const size_t most_;
  size_t at_ = 0;
};

// What was read, or what is wrong.
struct Outcome {
  std::unique_ptr<Annotations> found;
  int64_t offset = -1;
  std::string fault;
};

Outcome parse(Input in, size_t most, const AnnotationRules& rules) {
  Outcome outcome;
  Bytes bytes(in, most);
  try {
    outcome.found = std::make_unique<Annotations>(bytes, rules);
  } catch (const JsonFault& fault) {
    outcome.offset = fault.offset;
    outcome.fault = fault.what();
  }
  if (outcome.offset > static_cast<int64_t>(in.size)) found("range", "a fault behind the text");
  return outcome;
}

bool same(const GrowingBuffer& a, const GrowingBuffer& b) {
  return a.size() == b.size() && (a.size() == 0 || std::memcmp(a.data(), b.data(), a.size()) == 0);
}

void check_same(const Outcome& a, const Outcome& b) {
  if (a.offset != b.offset || a.fault != b.fault) {
    found("chunks", "'%s' at %lld, and in pieces '%s' at %lld", a.fault.c_str(), static_cast<long long>(a.offset),
          b.fault.c_str(), static_cast<long long>(b.offset));
  }
  if (!a.found) return;
  const Annotations &x = *a.found, &y = *b.found;
  const bool equal = x.images.size() == y.images.size() && x.category_ids == y.category_ids &&
                     x.image_of == y.image_of && x.category_of == y.category_of && same(x.boxes, y.boxes) &&
                     same(x.polygon_begins, y.polygon_begins) && same(x.vertex_begins, y.vertex_begins) &&
                     same(x.vertices, y.vertices) && same(x.run_length_of, y.run_length_of) &&
                     same(x.run_lengths, y.run_lengths) && same(x.runs, y.runs);
  if (!equal) found("chunks", "the text gives something else in pieces");
}

// Checks that places ascend from 0 up to `end`.
void check_begins(const GrowingBuffer& begins, size_t count, size_t end) {
  if (begins.size() != (count + 1) * sizeof(int64_t)) found("count", "%zu bytes of places", begins.size());
  int64_t last = 0;
  for (size_t i = 0; i <= count; ++i) {
    const auto place = begins.at<int64_t>(static_cast<int64_t>(i));
    if (place < last || (i == 0 && place != 0)) found("range", "a place goes back");
    last = place;
  }
  if (static_cast<size_t>(last) != end) found("range", "%lld is not the end", static_cast<long long>(last));
}

void check_names(const Annotations& read) {
  for (const auto& image : read.images) {
    const std::string name = "/" + std::string(read.name(image)) + "/";
    if (name.size() < 3 || name[1] == '/' || name.find("/../") != std::string::npos) found("name", "%s", name.c_str());
  }
}

// Draws every polygon and run lengths into small masks, with few steps as well as with many.
void check_masks(const Annotations& read, Rng& draw) {
  const int64_t height = 1 + draw.below(40), width = 1 + draw.below(40);
  MaskPainter::Toggles toggles;
  const auto polygons = static_cast<int64_t>(read.vertex_begins.size() / sizeof(int64_t)) - 1;
  for (int64_t p = 0; p < std::min<int64_t>(polygons, 20); ++p) {
    const auto begin = read.vertex_begins.at<int64_t>(p), end = read.vertex_begins.at<int64_t>(p + 1);
    const auto* const vertices = reinterpret_cast<const GridPoint*>(read.vertices.data()) + begin;
    const int64_t steps = one_in(draw, 4) ? draw.below(400) : INT64_MAX;
    std::vector<int32_t> mask(static_cast<size_t>(height * width));
    const auto drawn = MaskPainter(height, width, steps, mask.data(), toggles).polygon(vertices, end - begin, 7);
    test::GridPoints grid;
    bool small = end - begin <= 50, far = false;
    for (int64_t i = 0; i < end - begin; ++i) {
      grid.emplace_back(vertices[i].x, vertices[i].y);
      small = small && std::abs(int64_t{vertices[i].x}) < 2500 && std::abs(int64_t{vertices[i].y}) < 2500;
      far = far || vertices[i].too_far();
    }
    if (far != (drawn == MaskPainter::Drawn::too_far)) found("far", "a vertex that is too far away");
    if (drawn == MaskPainter::Drawn::all && small && mask != test::plain_mask(grid, height, width, 7)) {
      found("mask", "a polygon of %lld vertices", static_cast<long long>(end - begin));
    }
    if (std::any_of(toggles.begin(), toggles.end(), [](uint64_t word) { return word != 0; })) {
      found("toggles", "some are left");
    }
  }
  const auto lengths = static_cast<int64_t>(read.run_lengths.size() / sizeof(RunLengths));
  for (int64_t i = 0; i < lengths; ++i) {
    const auto one = read.run_lengths.at<RunLengths>(i);
    const size_t end = static_cast<size_t>(one.begin + one.count) * sizeof(uint32_t);
    if (one.begin < 0 || one.count < 0 || end > read.runs.size()) found("range", "run lengths that were not read");
    std::vector<int32_t> mask(static_cast<size_t>(height * width));
    const auto* const runs = reinterpret_cast<const uint32_t*>(read.runs.data()) + one.begin;
    MaskPainter(height, width, INT64_MAX, mask.data(), toggles).runs(runs, one.count, 7);
  }
}

std::string number(Rng& rng) {
  if (one_in(rng, 40)) return one_in(rng, 2) ? "-9e7" : "9e7";
  const int whole = static_cast<int>(rng.below(90)) - 10;
  std::string text = std::to_string(whole);
  if (one_in(rng, 2)) text += '.' + std::to_string(rng.below(100000));
  if (one_in(rng, 12)) text += "e" + std::to_string(static_cast<int>(rng.below(60)) - 30);
  return text;
}

std::string list(Rng& rng, uint32_t count) {
  std::string text = "[";
  for (uint32_t i = 0; i < count; ++i) text += (i ? "," : "") + number(rng);
  return text + "]";
}

std::string segmentation(Rng& rng) {
  if (one_in(rng, 3)) {
    std::string text = "{\"size\": [5,8], \"counts\": ";
    if (one_in(rng, 2)) {
      std::string counts;
      for (uint32_t n = rng.below(12); n--;) counts += static_cast<char>(48 + rng.below(44));
      return text + '"' + counts + "\"}";
    }
    text += '[';
    for (uint32_t i = 0, n = rng.below(6); i < n; ++i) text += (i ? "," : "") + std::to_string(rng.below(12));
    return text + "]}";
  }
  std::string text = "[";
  for (uint32_t i = 0, n = rng.below(3); i < n; ++i) {
    text += (i ? "," : "") + list(rng, rng.below(one_in(rng, 10) ? 120 : 16));
  }
  return text + "]";
}

File make(Rng& rng) {
  std::string text = "{\"info\": {\"a\": [null, true, \"\\u00e9\\\"]\"]},\n \"images\": [";
  for (uint32_t i = 0, n = rng.below(4); i < n; ++i) {
    text += (i ? "," : "") + std::string("{\"id\": ") + std::to_string(rng.below(5)) + ", \"file_name\": \"a/" +
            (one_in(rng, 6) ? "../" : "") + "b\\u20ac.jpg\", \"width\": 8, \"height\": 5}";
  }
  text += "], \"categories\": [{\"id\": 3, \"name\": \"cat\"}], \"annotations\": [";
  for (uint32_t i = 0, n = rng.below(4); i < n; ++i) {
    text += (i ? "," : "") + std::string("{\"segmentation\": ") + segmentation(rng) +
            ", \"iscrowd\": " + (one_in(rng, 2) ? "0" : "1") + ", \"image_id\": " + std::to_string(rng.below(5)) +
            ", \"bbox\": " + list(rng, 4) + ", \"category_id\": 3, \"area\": " + number(rng) + "}";
  }
  text += "]}";
  return File(text.begin(), text.end());
}

// Opens the annotations as the reader does. Ids come again, and images of one id share their annotations.
void list_samples(Input in, Rng& draw) {
  const MemoryFile file(in);
  const std::string_view chosen[] = {"a/b\u20ac.jpg", "a/b\u20ac.jpg"};
  ReadersCocoArgs args;
  args.file_root = ".";
  args.annotations_file = file.path();
  args.pixelwise_masks = one_in(draw, 2);
  args.ratio = one_in(draw, 3);
  args.avoid_class_remapping = one_in(draw, 2);
  args.skip_empty = one_in(draw, 4);
  if (one_in(draw, 4)) {
    args.images = {chosen, 2, nullptr};
    args.given |= uint64_t{1} << ReadersCocoArgs::kImages;
  }
  list_input(in, ReadersCocoArgs::op_name, &args);
}

const Target target(
    "coco",
    [](Input in, Rng& draw) {
      list_samples(in, draw);
      AnnotationRules rules;
      rules.crowds = !one_in(draw, 4);
      rules.need_size = one_in(draw, 2);
      rules.polygons = !one_in(draw, 4);
      rules.drawn = rules.polygons && !one_in(draw, 3);
      const Outcome whole = parse(in, SIZE_MAX, rules);
      check_same(whole, parse(in, 1 + draw.below(9), rules));
      if (!whole.found) return;
      const Annotations& read = *whole.found;
      const size_t count = read.image_of.size();
      if (read.boxes.size() != count * sizeof(Box) || read.category_of.size() != count) found("count", "boxes");
      check_names(read);
      const IdTable table(read.image_of);
      for (size_t i = 0; i < count; ++i) {
        const int32_t at = table.find(read.image_of[i]);
        if (at < 0 || static_cast<size_t>(at) > i || read.image_of[static_cast<size_t>(at)] != read.image_of[i])
          found("ids", "%lld", static_cast<long long>(read.image_of[i]));
      }
      if (!rules.polygons) return;
      check_begins(read.polygon_begins, count, read.vertex_begins.size() / sizeof(int64_t) - 1);
      check_begins(read.vertex_begins, read.vertex_begins.size() / sizeof(int64_t) - 1,
                   read.vertices.size() / sizeof(Vertex));
      if (rules.drawn) check_masks(read, draw);
    },
    make);

}  // namespace
}  // namespace penstock::fuzz
