// readers.coco on the CPU: reads the bytes of an image, and copies or draws what the data set holds of its objects.
#include <algorithm>
#include <vector>

#include "core/op.h"
#include "dataset/files/read.h"
#include "dataset/set/dataset.h"
#include "generated/ops/readers_coco.h"
#include "ops/readers_coco/columns.h"
#include "ops/readers_coco/mask.h"

namespace penstock::ops {
namespace {

using Args = ReadersCocoArgs;

// Memory that a thread uses for all masks.
struct Drawing : ThreadLocalState {
  std::vector<int32_t> order;
  MaskPainter::Toggles toggles;
};

// The objects of one image, as the data set holds them.
class Objects {
 public:
  Objects(const Dataset& data, int64_t sample)
      : data_(data),
        sample_(sample),
        first_(data.number<int64_t>(kFirst, sample)),
        count_(data.number<int32_t>(kObjects, sample)) {}

  int64_t count() const { return count_; }
  int32_t width() const { return data_.number<int32_t>(kWidth, sample_); }
  int32_t height() const { return data_.number<int32_t>(kHeight, sample_); }

  Box box(int64_t object) const { return data_.blob(kBoxes).at<Box>(annotation(object)); }
  int32_t label(int64_t object) const { return data_.blob(kLabels).at<int32_t>(annotation(object)); }

  // Polygons are numbered through the whole data set.
  struct Range {
    int64_t begin, end;
    int64_t size() const { return end - begin; }
  };
  Range polygons(int64_t object) const { return range(kPolygonBegins, annotation(object)); }
  Range vertices(int64_t polygon) const { return range(kVertexBegins, polygon); }
  const Vertex* vertex(int64_t number) const { return pointer<Vertex>(number); }
  // Only where masks are drawn, and vertex() is not called.
  const GridPoint* grid_point(int64_t number) const { return pointer<GridPoint>(number); }
  // Returns false where the segmentation is no run lengths.
  bool run_lengths(int64_t object, RunLengths& to) const {
    const auto number = data_.blob(kRunLengthOf).at<int32_t>(annotation(object));
    if (number >= 0) to = data_.blob(kRunLengths).at<RunLengths>(number);
    return number >= 0;
  }
  const uint32_t* runs(const RunLengths& of) const {
    return reinterpret_cast<const uint32_t*>(data_.blob(kRuns).data()) + of.begin;
  }

 private:
  template <class T>
  const T* pointer(int64_t number) const {
    return reinterpret_cast<const T*>(data_.blob(kVertices).data()) + number;
  }
  int64_t annotation(int64_t object) const { return data_.blob(kOrder).at<int32_t>(first_ + object); }
  Range range(CocoBlob begins, int64_t at) const {
    return {data_.blob(begins).at<int64_t>(at), data_.blob(begins).at<int64_t>(at + 1)};
  }

  const Dataset& data_;
  const int64_t sample_, first_, count_;
};

int64_t most_pixels(const Args& args) { return args.max_pixels ? args.max_pixels : INT64_MAX; }

// The annotations say how large an image is: two numbers of a text may stand for any amount of memory.
void check_mask_size(const Args& args, int64_t height, int64_t width) {
  if (height * width <= most_pixels(args)) return;
  throw Error(ErrorCode::BAD_SAMPLE,
              "Expected a mask of at most " + std::to_string(args.max_pixels) +
                  " pixels (maxPixels) but the annotations give the image " + std::to_string(width) + " x " +
                  std::to_string(height),
              "Correct width and height in annotationsFile, or raise maxPixels");
}

void setup(const Args& args, SampleSetup& s, NoState&) {
  const Dataset& data = s.dataset();
  const Objects objects(data, s.sample->index);
  int out = 0;
  s.out[out++] = {DType::uint8, {}, {file_size(data, data.extent(s.sample->index).file)}};
  s.out[out++] = {DType::float32, {}, {objects.count(), 4}};
  s.out[out++] = {DType::int32, {}, {objects.count()}};
  if (args.polygon_masks) {
    int64_t polygons = 0, vertices = 0;
    for (int64_t i = 0; i < objects.count(); ++i) {
      const auto own = objects.polygons(i);
      polygons += own.size();
      for (int64_t p = own.begin; p < own.end; ++p) vertices += objects.vertices(p).size();
    }
    s.out[out++] = {DType::int32, {}, {polygons, 3}};
    s.out[out++] = {DType::float32, {}, {vertices, 2}};
  }
  if (args.pixelwise_masks) {
    check_mask_size(args, objects.height(), objects.width());
    s.out[out++] = {DType::int32, "HWC", {objects.height(), objects.width(), 1}};
  }
  if (args.image_ids) s.out[out++] = {DType::int32, {}, {1}};
}

void copy_boxes(const Args& args, const Objects& objects, float* to) {
  const float width = args.ratio ? static_cast<float>(objects.width()) : 1;
  const float height = args.ratio ? static_cast<float>(objects.height()) : 1;
  for (int64_t i = 0; i < objects.count(); ++i) {
    Box box = objects.box(i);
    if (args.ltrb) {
      box.width += box.x;
      box.height += box.y;
    }
    *to++ = box.x / width;
    *to++ = box.y / height;
    *to++ = box.width / width;
    *to++ = box.height / height;
  }
}

void copy_polygons(const Args& args, const Objects& objects, int32_t* polygons, float* vertices) {
  const float width = args.ratio ? static_cast<float>(objects.width()) : 1;
  const float height = args.ratio ? static_cast<float>(objects.height()) : 1;
  int64_t count = 0;
  for (int64_t i = 0; i < objects.count(); ++i) {
    const auto own = objects.polygons(i);
    for (int64_t p = own.begin; p < own.end; ++p) {
      const auto range = objects.vertices(p);
      *polygons++ = static_cast<int32_t>(i);
      *polygons++ = static_cast<int32_t>(count);
      *polygons++ = static_cast<int32_t>(count += range.size());
      for (const Vertex* v = objects.vertex(range.begin); v < objects.vertex(range.end); ++v) {
        *vertices++ = v->x / width;
        *vertices++ = v->y / height;
      }
    }
  }
}

[[noreturn]] void bad_mask(int64_t object, const std::string& what) {
  throw Error(ErrorCode::BAD_SAMPLE,
              "Expected a segmentation of the image but that of object " + std::to_string(object) + " " + what,
              "Correct it in annotationsFile; onError 'skip' leaves the image out");
}

void check_drawn(MaskPainter::Drawn drawn, int64_t object, const Args& args) {
  switch (drawn) {
    case MaskPainter::Drawn::all: return;
    case MaskPainter::Drawn::too_far: bad_mask(object, "has a vertex that is too far away");
    case MaskPainter::Drawn::too_long: bad_mask(object, "has more pixels than its size");
    case MaskPainter::Drawn::too_much: break;
  }
  throw Error(ErrorCode::BAD_SAMPLE,
              "Expected masks of at most " + std::to_string(args.max_pixels) +
                  " pixels (maxPixels), counted for each object, but at object " + std::to_string(object) +
                  " they are more",
              "Raise maxPixels if the objects are really so many and so large");
}

void draw_object(const Args& args, const Objects& objects, int64_t object, MaskPainter& painter) {
  const int32_t label = objects.label(object);
  const auto own = objects.polygons(object);
  for (int64_t p = own.begin; p < own.end; ++p) {
    const auto range = objects.vertices(p);
    check_drawn(painter.polygon(objects.grid_point(range.begin), range.size(), label), object, args);
  }
  RunLengths lengths;
  if (!objects.run_lengths(object, lengths)) return;
  if (lengths.height != objects.height() || lengths.width != objects.width()) {
    bad_mask(object, "has the size [" + std::to_string(lengths.height) + ", " + std::to_string(lengths.width) +
                         "], and the image [" + std::to_string(objects.height()) + ", " +
                         std::to_string(objects.width()) + "]");
  }
  check_drawn(painter.runs(objects.runs(lengths), lengths.count, label), object, args);
}

// Draws the objects by their labels, so that the larger one is on top, as in DALI.
void draw_masks(const Args& args, const Objects& objects, int32_t* to, Drawing& drawing) {
  const int64_t height = objects.height(), width = objects.width();
  std::fill_n(to, height * width, 0);
  drawing.order.resize(static_cast<size_t>(objects.count()));
  for (size_t i = 0; i < drawing.order.size(); ++i) drawing.order[i] = static_cast<int32_t>(i);
  std::sort(drawing.order.begin(), drawing.order.end(), [&](int32_t a, int32_t b) {
    return std::make_pair(objects.label(a), a) < std::make_pair(objects.label(b), b);
  });
  MaskPainter painter(height, width, most_pixels(args), to, drawing.toggles);
  for (const int32_t object : drawing.order) draw_object(args, objects, object, painter);
}

void run(const Args& args, SampleRun& s, NoState&) {
  const Dataset& data = s.dataset();
  const int64_t sample = s.sample->index;
  const Objects objects(data, sample);
  copy_boxes(args, objects, s.out[1].as<float>());
  for (int64_t i = 0; i < objects.count(); ++i) s.out[2].as<int32_t>()[i] = objects.label(i);
  int out = 3;
  if (args.polygon_masks) {
    copy_polygons(args, objects, s.out[out].as<int32_t>(), s.out[out + 1].as<float>());
    out += 2;
  }
  if (args.pixelwise_masks) draw_masks(args, objects, s.out[out++].as<int32_t>(), s.local<Drawing>());
  if (args.image_ids) *s.out[out].as<int32_t>() = static_cast<int32_t>(data.number<int64_t>(kImageId, sample));
  read_file(data, data.extent(sample).file, s.out[0].as<uint8_t>(), s.out[0].shape[0]);
}

}  // namespace

PENSTOCK_CPU_OP(readers_coco, ReadersCocoArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
