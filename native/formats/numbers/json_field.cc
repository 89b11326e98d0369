// See json_field.h. A handler of nlohmann's SAX parser walks along the path: containers on the path are levels,
// everything beside it is passed over by counting brackets, and the field's own lists are measured.
#include "formats/numbers/json_field.h"

#include <algorithm>
#include <charconv>

#include "core/error.h"
#include "core/json.h"

namespace penstock {
namespace {
constexpr int kMaxLists = abi::maxDims;
constexpr size_t kMaxNames = 8;

// The lengths of nested lists, which are those of a tensor or are refused.
class Lists {
 public:
  explicit Lists(std::vector<Number>& values) : values_(values) {}

  void clear() {
    values_.clear();
    depth_ = deepest_ = 0;
    leaf_ = -1;
    wrong_ = false;
  }
  int depth() const { return depth_; }
  void number(const Number& n) {
    if (leaf_ < 0) leaf_ = depth_;
    if (leaf_ != depth_ || wrong_) {
      wrong_ = true;
    } else {
      values_.push_back(n);
      ++count_[depth_];
    }
  }
  void open() {
    if (depth_ < kMaxLists) ++count_[depth_];
    if (++depth_ > kMaxLists) {
      wrong_ = true;
    } else if (depth_ > deepest_) {
      deepest_ = depth_;
      length_[depth_] = -1;
    }
    if (depth_ <= kMaxLists) count_[depth_] = 0;
  }
  void close() {
    if (depth_ <= kMaxLists) {
      int64_t& length = length_[depth_];
      if (length < 0) length = count_[depth_];
      if (length != count_[depth_]) wrong_ = true;
    }
    --depth_;
  }
  // False where no tensor has these lists.
  bool shape(Shape& shape) const {
    if (wrong_ || (leaf_ >= 0 && leaf_ != deepest_)) return false;
    shape = {};
    for (int i = 1; i <= deepest_; ++i) shape.dim[shape.ndim++] = length_[i];
    return true;
  }

 private:
  std::vector<Number>& values_;
  int depth_ = 0, deepest_ = 0;
  int leaf_ = -1;  // how deep numbers lie
  bool wrong_ = false;
  int64_t count_[kMaxLists + 1] = {}, length_[kMaxLists + 1] = {};
};

class Walk final : public nlohmann::json_sax<Json> {
 public:
  Walk(const std::vector<std::string>& path, std::vector<Number>& values) : path_(path), lists_(values) {}

  enum Found : uint8_t { nothing, numbers, other };
  Found found = nothing;
  std::string came;     // what is there that is no number
  size_t reached = 0;   // how many parts of the path lead to something
  std::string last;     // what the last of them leads to
  size_t wrong_at = 0;  // where the text is no JSON
  bool shape(Shape& shape) const { return lists_.shape(shape); }
  const std::vector<std::string>& names() const { return names_; }

  bool null() override { return scalar("null"); }
  bool boolean(bool value) override { return number(Number::of(uint64_t{value}, false)); }
  bool number_integer(int64_t value) override {
    return number(
        Number::of(value < 0 ? uint64_t{0} - static_cast<uint64_t>(value) : static_cast<uint64_t>(value), value < 0));
  }
  bool number_unsigned(uint64_t value) override { return number(Number::of(value, false)); }
  bool number_float(double value, const std::string&) override { return number(Number::of(value)); }
  bool string(std::string& value) override { return scalar("the text " + quoted_text(value)); }
  bool binary(Json::binary_t&) override { return false; }
  bool start_object(size_t) override {
    if (lists_.depth() && !skipped_) refuse("an object in a list");
    return enter(false);
  }
  bool start_array(size_t) override { return enter(true); }
  bool end_object() override { return leave(); }
  bool end_array() override { return leave(); }
  bool key(std::string& name) override {
    if (!skipped_ && !lists_.depth()) {
      selected_ = name == path_[levels_.size() - 1];
      note(levels_.back(), name);
    }
    return true;
  }
  bool parse_error(size_t position, const std::string&, const Json::exception&) override {
    wrong_at = position;
    return false;
  }

 private:
  // A container on the path.
  struct Level {
    bool list = false;
    int64_t next = 0, wanted = -1;  // of a list
  };

  void note(const Level& level, const std::string& name) {
    if (levels_.size() - 1 < reached || level.list) return;
    if (names_.size() <= kMaxNames) names_.push_back(name);
  }
  void refuse(std::string what) {
    if (found == other) return;
    found = other;
    came = std::move(what);
  }

  // Whether the value that begins is on the path.
  bool selects() {
    if (levels_.empty()) return true;
    Level& level = levels_.back();
    return level.list ? level.next++ == level.wanted : selected_;
  }
  // A value on the path stands in place of an earlier one of the same name.
  void arrive(const char* what) {
    found = nothing;
    reached = levels_.size();
    last = what;
    names_.clear();
    lists_.clear();
  }

  bool number(const Number& n) {
    if (skipped_) return true;
    if (lists_.depth()) {
      lists_.number(n);
    } else if (selects()) {
      arrive("a number");
      if (levels_.size() == path_.size()) {
        found = numbers;
        lists_.number(n);
      }
    }
    return true;
  }

  bool scalar(const std::string& what) {
    if (skipped_) return true;
    if (lists_.depth()) {
      refuse(what + " in a list");
    } else if (selects()) {
      arrive(what.c_str());
      if (levels_.size() == path_.size()) refuse(what);
    }
    return true;
  }

  bool enter(bool list) {
    if (skipped_ || (lists_.depth() && !list)) {
      ++skipped_;
    } else if (lists_.depth()) {
      lists_.open();
    } else if (!selects()) {
      ++skipped_;
    } else {
      arrive(list ? "a list" : "an object");
      if (levels_.size() < path_.size()) {
        step_into(list);
      } else if (list) {
        found = numbers;
        lists_.open();
      } else {
        refuse("an object");
        ++skipped_;
      }
    }
    return true;
  }

  void step_into(bool list) {
    Level level;
    level.list = list;
    const std::string& part = path_[levels_.size()];
    const auto read = std::from_chars(part.data(), part.data() + part.size(), level.wanted);
    if (read.ec != std::errc() || read.ptr != part.data() + part.size()) level.wanted = -1;
    levels_.push_back(level);
  }

  bool leave() {
    if (skipped_) {
      --skipped_;
    } else if (lists_.depth()) {
      lists_.close();
    } else {
      if (levels_.size() - 1 == reached && levels_.back().list) {
        last = "a list of " + std::to_string(levels_.back().next);
      }
      levels_.pop_back();
    }
    return true;
  }

  const std::vector<std::string>& path_;
  Lists lists_;
  std::vector<Level> levels_;
  std::vector<std::string> names_;  // of the object in which the path ends too early
  int64_t skipped_ = 0;             // containers that are open beside the path
  bool selected_ = false;           // the name that came last is the path's
};

// What is there in place of the field: "'label' is missing; there are: 'id', 'name'".
std::string missing(const Walk& walk, const std::vector<std::string>& path) {
  const std::string part = quoted_text(path[walk.reached]);
  if (walk.last != "an object") return "there is " + walk.last + " where " + part + " should be in an object";
  std::string text = "there is no " + part;
  for (size_t i = 0; i < walk.names().size(); ++i) {
    if (i == kMaxNames) return text + " and others";
    text += (i ? ", " : " among ") + quoted_text(walk.names()[i]);
  }
  return text;
}

// Whether the shape is the one that was asked for. Lists without numbers may stand for deeper ones.
bool fits(const Parse& parse, bool numbers, Shape& shape) {
  if (parse.any_rank) return true;
  const auto rank = static_cast<int>(parse.lengths.size());
  if (!numbers && shape.ndim > 0) {
    for (; shape.ndim < rank; ++shape.ndim) shape.dim[shape.ndim] = std::max<int64_t>(parse.lengths[shape.ndim], 0);
  }
  if (shape.ndim != rank) return false;
  for (int i = 0; i < rank; ++i) {
    if (parse.lengths[i] != Parse::kAny && parse.lengths[i] != shape[i]) return false;
  }
  return true;
}

std::string described(const Shape& shape) {
  if (shape.ndim == 0) return "a number";
  std::string text = std::string(shape.ndim == 1 ? "a list" : "nested lists") + " of ";
  for (int i = 0; i < shape.ndim; ++i) text += (i ? " x " : "") + std::to_string(shape[i]);
  return text;
}

const char* what_of(const Parse& parse) {
  if (parse.any_rank) return "a number or a list of numbers";
  if (parse.lengths.empty()) return "a number";
  return parse.lengths.size() == 1 ? "a list of numbers" : "nested lists of numbers";
}

}  // namespace

void read_json_field(std::string_view text, const Parse& parse, const std::string& of, std::vector<Number>& values,
                     Shape& shape) {
  Walk walk(parse.path, values);
  const auto fail = [&](const std::string& received, const char* hint) {
    const std::string where = parse.path.empty() ? " as JSON for " : " at " + parse.text + " of ";
    throw Error(ErrorCode::BAD_SAMPLE, std::string("Expected ") + what_of(parse) + where + of + " but " + received,
                hint);
  };
  if (!Json::sax_parse(text.begin(), text.end(), &walk)) {
    fail("it is no JSON at byte " + std::to_string(std::min(walk.wrong_at, text.size())) + " of " +
             std::to_string(text.size()),
         "JSON has no NaN and no comments; parse 'numbers' reads numbers with spaces or commas between them");
  }
  if (walk.found == Walk::nothing) fail(missing(walk, parse.path), "Check the path in parse");
  if (walk.found == Walk::other) fail("there is " + walk.came, "Only numbers, true, false and lists of them are taken");
  if (!walk.shape(shape)) {
    fail("its lists have different lengths or depths",
         "A tensor's rows have one length: read a part of them, such as the first by '.0'");
  }
  if (!fits(parse, !values.empty(), shape)) {
    fail("there is " + described(shape),
         "Brackets say the dimensions: 'json.label' is a number, 'json.labels[]' a list, 'json.boxes[][4]' rows of "
         "four");
  }
}

}  // namespace penstock
