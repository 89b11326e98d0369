// See annotations.h.
#include "ops/readers_coco/annotations.h"

#include <cmath>
#include <limits>

#include "core/tensor.h"

namespace penstock::ops {
namespace {

constexpr int64_t kMaxSide = abi::maxExtent;

// Decodes the text form of run lengths (cocoapi's): each is a difference from the one before the last, in digits of 5
// bits above '0', the lowest first, of which all but the last have bit 5, and the last one's bit 4 is the sign.
// Returns false where a character or a length is out of range.
bool decode_runs(std::string_view text, std::vector<uint32_t>& runs) {
  for (size_t at = 0; at < text.size();) {
    int64_t value = 0;
    int shift = 0;
    for (bool more = true; more; shift += 5) {
      if (at == text.size() || shift > 35) return false;
      const int digit = text[at++] - '0';
      if (digit < 0 || digit > 63) return false;
      value |= static_cast<int64_t>(digit & 31) << shift;
      more = digit & 32;
      if (!more && (digit & 16)) value -= int64_t{1} << (shift + 5);
    }
    if (runs.size() > 2) value += runs[runs.size() - 2];
    if (value < 0 || value > abi::maxExtent) return false;
    runs.push_back(static_cast<uint32_t>(value));
  }
  return true;
}

}  // namespace

// Reads the sections of the file into Annotations.
class AnnotationParser {
 public:
  AnnotationParser(ByteStream& stream, const AnnotationRules& rules, Annotations& to)
      : json_(stream), rules_(rules), to_(to) {}

  void read_all() {
    try {
      read_sections();
    } catch (const JsonFault& fault) {
      throw JsonFault(fault.offset, place() + fault.what());
    }
  }

 private:
  void read_sections() {
    to_.polygon_begins.push<int64_t>(0);
    to_.vertex_begins.push<int64_t>(0);
    std::string name;
    for (json_.enter_object(); json_.next_key(name);) {
      if (name == "images") {
        each_item("images", [&] { read_image(); });
      } else if (name == "categories") {
        each_item("categories", [&] { read_category(); });
      } else if (name == "annotations") {
        each_item("annotations", [&] { read_annotation(); });
      } else {
        json_.skip();
      }
    }
    json_.finish();
  }

  template <class Read>
  void each_item(const char* section, const Read& read) {
    section_ = section;
    item_ = -1;
    for (json_.enter_array(); json_.next_item();) {
      ++item_;
      begin_ = (json_.peek(), json_.offset());
      read();
    }
    section_ = nullptr;
  }

  // Calls read(key) for each key of an object; it returns false where the value is to be skipped.
  template <class Read>
  void each_key(const Read& read) {
    for (json_.enter_object(); json_.next_key(key_);) {
      in_key_ = true;
      if (!read(key_)) json_.skip();
      in_key_ = false;
    }
  }

  std::string place() const {
    if (!section_) return "";
    std::string place = section_;
    if (item_ >= 0) place += '[' + std::to_string(item_) + ']';
    if (in_key_) place += '.' + key_;
    return place + ": ";
  }

  [[noreturn]] void lacks(const char* key) const { throw JsonFault(begin_, std::string("there is no ") + key); }

  // A number that float32 holds, as it is in the file.
  double number() {
    const double value = json_.number();
    if (std::abs(value) > std::numeric_limits<float>::max()) json_.fault("a number is larger than float32 holds");
    return value;
  }

  int32_t side() {
    const int64_t from = (json_.peek(), json_.offset()), value = json_.integer();
    if (value >= 0 && value <= kMaxSide) return static_cast<int32_t>(value);
    throw JsonFault(from, "there is " + std::to_string(value) + " where a width or height is due");
  }

  void read_image() {
    Annotations::Image image;
    bool has_id = false, has_name = false;
    each_key([&](const std::string& key) {
      if (key == "id") {
        image.id = json_.integer();
        has_id = true;
      } else if (key == "file_name") {
        const std::string_view name = json_.string(text_);
        check_name(name);
        image.name = to_.names_.size();
        to_.names_.append(name);
        to_.names_.push('\0');
        has_name = true;
      } else if (key == "width") {
        image.width = side();
      } else if (key == "height") {
        image.height = side();
      } else {
        return false;
      }
      return true;
    });
    if (!has_id) lacks("id");
    if (!has_name) lacks("file_name");
    if (rules_.need_size && !(image.width && image.height))
      lacks("width and height, which ratio, masks and conditions on them need");
    if (to_.images.size() == INT32_MAX) json_.fault("there are more than 2147483647 images");
    to_.images.push_back(image);
  }

  // A name may not lead out of fileRoot.
  void check_name(std::string_view name) const {
    const auto refuse = [&](const char* why) { json_.fault(std::string("'").append(name).append("' ") + why); };
    if (name.empty() || name.find('\0') != std::string_view::npos) refuse("is no name of a file");
    if (name[0] == '/') refuse("is an absolute path; names count from fileRoot");
    for (size_t begin = 0; begin <= name.size();) {
      const size_t end = std::min(name.find('/', begin), name.size());
      if (name.substr(begin, end - begin) == "..") refuse("leads out of its folder");
      begin = end + 1;
    }
  }

  void read_category() {
    int64_t id = 0;
    bool has_id = false;
    std::string name;
    each_key([&](const std::string& key) {
      if (key == "id") {
        id = json_.integer();
        has_id = true;
      } else if (key == "name" && json_.peek() == '"') {
        name = json_.string(text_);
      } else {
        return false;
      }
      return true;
    });
    if (!has_id) lacks("id");
    to_.category_ids.push_back(id);
    to_.category_names.push_back(std::move(name));
  }

  void read_annotation() {
    int64_t image = 0, category = 0;
    bool has_image = false, has_category = false, crowd = false;
    Box box;
    polygon_ends_.clear();
    vertices_.clear();
    runs_.clear();
    run_lengths_ = RunLengths();
    has_runs_ = false;
    each_key([&](const std::string& key) {
      if (key == "image_id") {
        image = json_.integer();
        has_image = true;
      } else if (key == "category_id") {
        category = json_.integer();
        has_category = true;
      } else if (key == "bbox") {
        box = read_box();
      } else if (key == "iscrowd") {
        crowd = read_crowd();
      } else if (key == "segmentation" && (rules_.polygons || rules_.drawn)) {
        read_segmentation();
      } else {
        return false;
      }
      return true;
    });
    if (!has_image) lacks("image_id");
    if (!has_category) lacks("category_id");
    if ((crowd && !rules_.crowds) || box.width < rules_.least_side || box.height < rules_.least_side) return;
    if (to_.image_of.size() == INT32_MAX) json_.fault("there are more than 2147483647 annotations");
    to_.image_of.push_back(image);
    to_.category_of.push_back(category);
    to_.offsets_.push_back(begin_);
    to_.boxes.push(box);
    keep_segmentation();
  }

  Box read_box() {
    float values[4];
    int count = 0;
    for (json_.enter_array(); json_.next_item(); ++count) {
      const double value = number();
      if (count < 4) values[count] = static_cast<float>(value);
    }
    if (count != 4) json_.fault("there are " + std::to_string(count) + " numbers where x, y, width and height are due");
    return {values[0], values[1], values[2], values[3]};
  }

  bool read_crowd() {
    const char c = json_.peek();
    return c == 't' || c == 'f' ? json_.boolean() : json_.integer() != 0;
  }

  void read_segmentation() {
    polygon_ends_.clear();
    vertices_.clear();
    has_runs_ = false;
    const char c = json_.peek();
    if (c == '{' && rules_.drawn) {
      read_run_lengths();
    } else if (c == '[' && rules_.polygons) {
      read_polygons();
    } else {
      json_.skip();
    }
  }

  void read_polygons() {
    for (json_.enter_array(); json_.next_item();) {
      for (json_.enter_array(); json_.next_item();) vertices_.push_back(number());
      // A last number without a second one is no vertex.
      if (vertices_.size() % 2) vertices_.pop_back();
      polygon_ends_.push_back(vertices_.size() / 2);
    }
  }

  void read_run_lengths() {
    runs_.clear();
    bool has_size = false, has_counts = false;
    std::string key;
    for (json_.enter_object(); json_.next_key(key);) {
      if (key == "size") {
        json_.enter_array();
        int32_t sides[2] = {};
        int count = 0;
        for (; json_.next_item(); ++count) {
          const int32_t value = side();
          if (count < 2) sides[count] = value;
        }
        if (count != 2) json_.fault("there are " + std::to_string(count) + " numbers where height and width are due");
        run_lengths_.height = sides[0];
        run_lengths_.width = sides[1];
        has_size = true;
      } else if (key == "counts") {
        runs_.clear();
        read_counts();
        has_counts = true;
      } else {
        json_.skip();
      }
    }
    if (!has_size) json_.fault("there is no size");
    if (!has_counts) json_.fault("there is no counts");
    has_runs_ = true;
  }

  void read_counts() {
    if (json_.peek() != '"') {
      for (json_.enter_array(); json_.next_item();) runs_.push_back(static_cast<uint32_t>(side()));
    } else if (!decode_runs(json_.string(text_), runs_)) {
      json_.fault("counts is no text of run lengths");
    }
  }

  void keep_segmentation() {
    if (!rules_.polygons && !rules_.drawn) return;
    const auto first = static_cast<int64_t>(to_.vertices.size() / sizeof(Vertex));
    for (const size_t end : polygon_ends_) to_.vertex_begins.push(first + static_cast<int64_t>(end));
    keep_vertices();
    to_.polygon_begins.push(static_cast<int64_t>(to_.vertex_begins.size() / sizeof(int64_t)) - 1);
    if (!rules_.drawn) return;
    to_.run_length_of.push(has_runs_ ? static_cast<int32_t>(to_.run_lengths.size() / sizeof(RunLengths)) : -1);
    if (!has_runs_) return;
    run_lengths_.begin = static_cast<int64_t>(to_.runs.size() / sizeof(uint32_t));
    run_lengths_.count = static_cast<int64_t>(runs_.size());
    to_.run_lengths.push(run_lengths_);
    if (!runs_.empty()) append(to_.runs, runs_);
  }

  void keep_vertices() {
    if (vertices_.empty()) return;
    uint8_t* to = to_.vertices.extend(vertices_.size() / 2 * sizeof(Vertex));
    for (size_t i = 0; i < vertices_.size(); i += 2, to += sizeof(Vertex)) {
      const double x = vertices_[i], y = vertices_[i + 1];
      if (rules_.drawn) {
        const GridPoint point{GridPoint::on_grid(x), GridPoint::on_grid(y)};
        std::memcpy(to, &point, sizeof point);
      } else {
        const Vertex vertex{static_cast<float>(x), static_cast<float>(y)};
        std::memcpy(to, &vertex, sizeof vertex);
      }
    }
  }

  template <class T>
  static void append(GrowingBuffer& to, const std::vector<T>& values) {
    std::memcpy(to.extend(values.size() * sizeof(T)), values.data(), values.size() * sizeof(T));
  }

  JsonScanner json_;
  const AnnotationRules& rules_;
  Annotations& to_;

  // Where the parser is, for errors.
  const char* section_ = nullptr;
  int64_t item_ = -1, begin_ = 0;
  bool in_key_ = false;
  std::string key_, text_;

  // The segmentation of the annotation at hand, which may still turn out to be left out.
  std::vector<size_t> polygon_ends_;  // in vertices
  std::vector<double> vertices_;      // x and y
  std::vector<uint32_t> runs_;
  RunLengths run_lengths_;
  bool has_runs_ = false;
};

Annotations::Annotations(ByteStream& stream, const AnnotationRules& rules) {
  AnnotationParser(stream, rules, *this).read_all();
}

}  // namespace penstock::ops
