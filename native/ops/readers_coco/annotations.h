// The content of an annotation file of COCO: its images, categories and annotations, in the order of the file.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dataset/set/growing_buffer.h"
#include "ops/readers_coco/json_scanner.h"
#include "ops/readers_coco/mask.h"

namespace penstock::ops {

// The choice of annotations and of their fields.
struct AnnotationRules {
  bool crowds = true;       // those with iscrowd too
  float least_side = 0.1f;  // those whose boxes are at least so wide and high
  bool need_size = false;   // images must have a width and height
  bool polygons = false;    // keep the polygons of segmentations
  // Segmentations are drawn: keep those that are run lengths, and vertices of polygons on cocoapi's grid.
  bool drawn = false;
};

struct Box {
  float x = 0, y = 0, width = 0, height = 0;
};

struct Vertex {
  float x = 0, y = 0;
};
static_assert(sizeof(Vertex) == sizeof(GridPoint));

// Run lengths down the columns of a mask, which begin with those of the background.
struct RunLengths {
  int64_t begin = 0, count = 0;  // in the run lengths of all annotations
  int32_t height = 0, width = 0;
};

class Annotations {
 public:
  // Reads the whole stream. Throws JsonFault, whose text names the place: "annotations[3].bbox: ...".
  Annotations(ByteStream& stream, const AnnotationRules& rules);

  struct Image {
    int64_t id = 0;
    int32_t width = 0, height = 0;
    uint64_t name = 0;
  };
  std::vector<Image> images;
  std::string_view name(const Image& image) const { return names_.text() + image.name; }

  std::vector<int64_t> category_ids;
  std::vector<std::string> category_names;

  // Per annotation that is kept.
  std::vector<int64_t> image_of, category_of;
  GrowingBuffer boxes;           // Box
  GrowingBuffer polygon_begins;  // int64, one more than annotations
  GrowingBuffer run_length_of;   // int32: which of run_lengths, or -1
  GrowingBuffer vertex_begins;   // int64, one more than polygons
  GrowingBuffer vertices;        // GridPoint where they are drawn, otherwise Vertex
  GrowingBuffer run_lengths;     // RunLengths
  GrowingBuffer runs;            // uint32

  // The offset of the annotation in the file, for errors.
  int64_t offset_of(size_t annotation) const { return offsets_[annotation]; }

 private:
  friend class AnnotationParser;
  GrowingBuffer names_;  // of images, with a NUL each
  std::vector<int64_t> offsets_;
};

}  // namespace penstock::ops
