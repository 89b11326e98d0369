// readers.coco, index: reads the annotation file, and sorts the annotations by their images.
#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "core/error.h"
#include "dataset/files/disk.h"
#include "dataset/set/reader_op.h"
#include "generated/ops/readers_coco.h"
#include "ops/readers_coco/annotations.h"
#include "ops/readers_coco/columns.h"
#include "ops/readers_coco/id_table.h"

namespace penstock::ops {
namespace {

using Args = ReadersCocoArgs;

constexpr Wanted kFile{"annotationsFile", "an annotation file of COCO"};

[[noreturn]] void wrong(const std::string& path, const JsonFault& fault, const char* hint) {
  throw Error(ErrorCode::FILE_UNREADABLE,
              "Expected an annotation file of COCO for annotationsFile but '" + shown_path(path) +
                  "' is wrong at byte " + std::to_string(fault.offset) + ": " + fault.what(),
              hint);
}

void check_args(const Args& args) {
  if (args.annotations_file.empty() || args.annotations_file.find('\0') != std::string_view::npos) {
    refuse("Expected a path for annotationsFile but received " +
               std::string(args.annotations_file.empty() ? "''" : "a string with a NUL character"),
           "Give the path of a JSON file, such as instances_train2017.json");
  }
  if (args.file_root.empty() || args.file_root.find('\0') != std::string_view::npos) {
    refuse("Expected a folder for fileRoot but received " +
               std::string(args.file_root.empty() ? "''" : "a string with a NUL character"),
           "Give the folder of the images; '.' is the working folder");
  }
  if (args.polygon_masks && args.pixelwise_masks) {
    refuse("Expected polygonMasks or pixelwiseMasks but received both", "Leave one of them out");
  }
  if (args.has(Args::kImages) && args.images.empty()) {
    refuse("Expected at least one name for images but received an array of 0",
           "Leave images out to read all images of annotationsFile");
  }
}

// Widths and heights are also for the choice of samples.
AnnotationRules rules_of(const Args& args, const DatasetBuilder& builder) {
  AnnotationRules rules;
  rules.crowds = args.include_iscrowd;
  rules.least_side = args.size_threshold;
  rules.need_size = args.ratio || args.pixelwise_masks || builder.misses("width") || builder.misses("height");
  rules.polygons = args.polygon_masks || args.pixelwise_masks;
  rules.drawn = args.pixelwise_masks;
  return rules;
}

class CocoIndex {
 public:
  CocoIndex(const Args& args, Annotations& found, DatasetBuilder& builder)
      : args_(args), found_(found), builder_(builder) {}

  void build() {
    builder_.add_column("id", ColumnType::int64);
    builder_.add_column("objects", ColumnType::int32);
    builder_.add_column("first", ColumnType::int64);
    if (rules_.need_size) {
      builder_.add_column("width", ColumnType::int32);
      builder_.add_column("height", ColumnType::int32);
    }
    if (builder_.misses("label")) label_column_ = builder_.add_column("label", ColumnType::int32_list);
    std::stable_sort(found_.images.begin(), found_.images.end(),
                     [](const auto& a, const auto& b) { return a.id < b.id; });
    add_labels();
    sort_annotations();
    if (args_.has(Args::kImages)) {
      add_chosen();
    } else {
      for (size_t i = 0; i < found_.images.size(); ++i) add_sample(i);
    }
    keep(kBoxes, found_.boxes);
    keep(kPolygonBegins, found_.polygon_begins);
    keep(kVertexBegins, found_.vertex_begins);
    keep(kVertices, found_.vertices);
    keep(kRunLengthOf, found_.run_length_of);
    keep(kRunLengths, found_.run_lengths);
    keep(kRuns, found_.runs);
  }

 private:
  GrowingBuffer& blob(CocoBlob which) {
    while (blobs_ <= which) blobs_ = builder_.add_blob() + 1;
    return builder_.blob(which);
  }
  void keep(CocoBlob which, GrowingBuffer& from) { blob(which) = std::move(from); }

  void add_labels() {
    const IdTable categories(found_.category_ids);
    GrowingBuffer& labels = blob(kLabels);
    for (size_t i = 0; i < found_.category_of.size(); ++i) {
      if (i % 4096 == 0) builder_.poll();
      const int64_t id = found_.category_of[i];
      if (args_.avoid_class_remapping) {
        if (id != static_cast<int32_t>(id)) bad_annotation(i, "a category_id of more than 31 bits");
        labels.push(static_cast<int32_t>(id));
        continue;
      }
      const int32_t label = categories.find(id);
      if (label < 0) bad_annotation(i, "category_id " + std::to_string(id) + ", which is not in categories");
      labels.push(label + 1);
    }
    if (args_.avoid_class_remapping) return;
    std::vector<std::string> classes{"background"};
    for (std::string& name : found_.category_names) classes.push_back(std::move(name));
    builder_.set_classes(std::move(classes));
  }

  [[noreturn]] void bad_annotation(size_t annotation, const std::string& what) const {
    wrong(std::string(args_.annotations_file), {found_.offset_of(annotation), "this annotation has " + what},
          "Add the category to the file; avoidClassRemapping: true takes any id of 31 bits as the label");
  }

  // Sorts the annotations into kOrder: first_[i] to first_[i + 1] are those of image i, or of the first one of its id.
  void sort_annotations() {
    std::vector<int64_t> ids;
    for (const auto& image : found_.images) ids.push_back(image.id);
    const IdTable images(ids);
    const size_t count = found_.image_of.size();
    std::vector<int32_t> image_of(count);
    first_.assign(ids.size() + 1, 0);
    int64_t kept = 0;
    for (size_t i = 0; i < count; ++i) {
      if (i % 4096 == 0) builder_.poll();
      image_of[i] = images.find(found_.image_of[i]);
      if (image_of[i] < 0) continue;
      ++first_[static_cast<size_t>(image_of[i]) + 1];
      ++kept;
    }
    // Images of one id have the same annotations, which belong to the first of them.
    owners_.resize(ids.size());
    for (size_t i = 0; i < ids.size(); ++i) owners_[i] = i && ids[i] == ids[i - 1] ? owners_[i - 1] : i;
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    std::vector<int64_t> next(first_.begin(), first_.end());
    std::vector<int32_t> order(static_cast<size_t>(kept));
    for (size_t i = 0; i < count; ++i) {
      if (image_of[i] >= 0)
        order[static_cast<size_t>(next[static_cast<size_t>(image_of[i])]++)] = static_cast<int32_t>(i);
    }
    GrowingBuffer& blob = this->blob(kOrder);
    if (kept) std::memcpy(blob.extend(order.size() * sizeof(int32_t)), order.data(), order.size() * sizeof(int32_t));
  }

  void add_sample(size_t number) {
    if (number % 1024 == 0) builder_.poll();
    const Annotations::Image& image = found_.images[number];
    const size_t owner = owners_[number];
    const int64_t first = first_[owner], count = first_[owner + 1] - first;
    if (args_.skip_empty && count == 0) return;
    if (args_.image_ids && image.id != static_cast<int32_t>(image.id)) {
      refuse("Expected ids of 31 bits for imageIds but image " + std::to_string(image.id) + " of '" +
                 std::string(args_.annotations_file) + "' has a larger one",
             "Leave imageIds out; sourceInfo() names each sample's file");
    }
    builder_.add_path(root() + std::string(found_.name(image)));
    builder_.add_number(kImageId, image.id);
    builder_.add_number(kObjects, static_cast<int32_t>(count));
    builder_.add_number(kFirst, first);
    if (label_column_ >= 0) builder_.add_list(label_column_, labels_of(first, count));
    if (!rules_.need_size) return;
    builder_.add_number(kWidth, image.width);
    builder_.add_number(kHeight, image.height);
  }

  // The labels of objects, each once.
  std::vector<int32_t> labels_of(int64_t first, int64_t count) {
    std::vector<int32_t> labels;
    for (int64_t i = first; i < first + count; ++i) {
      labels.push_back(blob(kLabels).at<int32_t>(blob(kOrder).at<int32_t>(i)));
    }
    std::sort(labels.begin(), labels.end());
    labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
    return labels;
  }

  // Adds the images that the argument names, in its order.
  void add_chosen() {
    std::unordered_map<std::string_view, size_t> by_name;
    for (size_t i = 0; i < found_.images.size(); ++i) by_name[found_.name(found_.images[i])] = i;
    IgnoredFiles unknown;
    for (int i = 0; i < args_.images.size; ++i) {
      const auto at = by_name.find(args_.images[i]);
      if (at != by_name.end()) {
        add_sample(at->second);
      } else if (unknown.count++ == 0) {
        unknown.example = args_.images[i];
      }
    }
    if (!unknown.count) return;
    unknown.why = unknown.count == 1 ? "is not in annotationsFile" : "are not in annotationsFile";
    builder_.set_ignored(std::string(args_.file_root), {unknown});
  }

  std::string root() const {
    std::string root(args_.file_root);
    if (root.back() != '/') root += '/';
    return root;
  }

  const Args& args_;
  Annotations& found_;
  DatasetBuilder& builder_;
  const AnnotationRules rules_ = rules_of(args_, builder_);
  std::vector<int64_t> first_;
  std::vector<size_t> owners_;
  int blobs_ = 0;
  int label_column_ = -1;  // of lists, where the choice of samples reads it
};

void index(const Args& args, DatasetBuilder& builder) {
  check_args(args);
  const std::string path(args.annotations_file);
  FileStream stream(path, kFile, builder);
  try {
    Annotations found(stream, rules_of(args, builder));
    CocoIndex(args, found, builder).build();
  } catch (const JsonFault& fault) {
    wrong(path, fault, "Write the file again; docs/data/coco.md says what it has to have");
  }
  if (builder.count()) return;
  throw Error(ErrorCode::EMPTY_DATASET,
              "Expected images in '" + shown_path(path) + "' for annotationsFile but found none" +
                  (args.skip_empty ? " that has objects" : ""),
              "Check the file, and what images, skipEmpty, includeIscrowd and sizeThreshold leave out");
}

}  // namespace

PENSTOCK_DATA_READER(readers_coco, ReadersCocoArgs, index)

}  // namespace penstock::ops
