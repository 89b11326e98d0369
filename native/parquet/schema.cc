// See schema.h. The file lists the tree depth first.
#include "parquet/schema.h"

#include "parquet/word.h"

namespace penstock::parquet {
namespace {

// Converted types, which say what values mean.
constexpr int32_t kDecimal = 5, kUnsigned32 = 13, kUnsigned64 = 14;

struct SchemaElement {
  int32_t type = -1, type_length = 0, repetition = 0, children = 0, converted = -1;
  std::string_view name;
};

SchemaElement parse_element(ThriftReader& in) {
  SchemaElement e;
  bool named = false;
  in.each_field([&](int16_t id) {
    switch (id) {
      case 1: e.type = in.integer32(); return true;
      case 2: e.type_length = in.integer32(); return true;
      case 3: e.repetition = in.integer32(); return true;
      case 4: e.name = in.bytes(), named = true; return true;
      case 5: e.children = in.integer32(); return true;
      case 6: e.converted = in.integer32(); return true;
      default: return false;
    }
  });
  if (!named) throw ParquetFault("its schema has an element without a name");
  return e;
}

class SchemaWalk {
 public:
  SchemaWalk(const std::vector<SchemaElement>& elements, ColumnNames& names, std::vector<LeafColumn>& to)
      : elements_(elements), names_(names), to_(to) {}

  void all() {
    if (elements_.empty()) throw ParquetFault("it has no schema");
    const int32_t children = elements_[next_++].children;
    for (int32_t i = 0; i < children; ++i) walk(ColumnNames::kRoot, 0, 0, children == 1, false);
    if (next_ != elements_.size()) throw ParquetFault("its schema has elements that belong to nothing");
    if (to_.empty()) throw ParquetFault("it has no columns");
  }

 private:
  // `alone`: the element is its parent's only child; `in_list`: its parent only makes a list.
  void walk(int32_t parent, int32_t definitions, int32_t repetitions, bool alone, bool in_list) {
    if (next_ == elements_.size()) throw ParquetFault("its schema is cut off");
    if (++depth_ > kMaxSchemaDepth) throw ParquetFault("its schema is nested more than 64 deep");
    const SchemaElement& e = elements_[next_++];
    if (e.repetition < 0 || e.repetition > 2) throw ParquetFault("its schema has an unknown repetition");
    const bool repeated = e.repetition == 2;
    const bool list = repeated && alone && parent != ColumnNames::kRoot;
    const bool hidden = list || (in_list && alone);
    const int32_t name = hidden ? parent : names_.add(parent, e.name);
    definitions += e.repetition != 0;
    repetitions += repeated;
    if (e.children > 0) {
      for (int32_t i = 0; i < e.children; ++i) walk(name, definitions, repetitions, e.children == 1, list);
    } else {
      if (e.type < 0 || e.type > 7) throw ParquetFault("its schema has a column of an unknown type");
      LeafColumn leaf{name, static_cast<PhysicalType>(e.type), e.type_length, definitions, repetitions};
      leaf.optional = e.repetition == 1;
      leaf.unsigned32 = e.converted == kUnsigned32;
      leaf.refused = e.converted == kDecimal      ? "the type DECIMAL"
                     : e.converted == kUnsigned64 ? "the type UINT_64"
                                                  : nullptr;
      to_.push_back(leaf);
    }
    --depth_;
  }

  const std::vector<SchemaElement>& elements_;
  ColumnNames& names_;
  std::vector<LeafColumn>& to_;
  size_t next_ = 0;
  int depth_ = 0;
};

}  // namespace

std::string name_of(PhysicalType type) {
  return word(type, {"BOOLEAN", "INT32", "INT64", "INT96", "FLOAT", "DOUBLE", "BYTE_ARRAY", "FIXED_LEN_BYTE_ARRAY"});
}

int32_t ColumnNames::add(int32_t parent, std::string_view part) {
  const int64_t above = parent == kRoot ? 0 : size(parent) + 1;
  parts_.push_back({std::string(part), parent, above + static_cast<int64_t>(part.size())});
  return static_cast<int32_t>(parts_.size()) - 1;
}

bool ColumnNames::equals(int32_t name, std::string_view text) const {
  if (size(name) != static_cast<int64_t>(text.size())) return false;
  // From the last part to the first.
  for (; name != kRoot; name = parts_[static_cast<size_t>(name)].parent) {
    const Part& part = parts_[static_cast<size_t>(name)];
    if (text.substr(text.size() - part.text.size()) != part.text) return false;
    text.remove_suffix(part.text.size());
    if (part.parent == kRoot) break;
    if (text.back() != '.') return false;
    text.remove_suffix(1);
  }
  return true;
}

std::string ColumnNames::text(int32_t name) const {
  std::vector<const Part*> path;
  for (; name != kRoot; name = path.back()->parent) path.push_back(&parts_[static_cast<size_t>(name)]);
  std::string text;
  for (auto part = path.rbegin(); part != path.rend(); ++part) {
    if (part != path.rbegin()) text += '.';
    text += (*part)->text;
  }
  return text;
}

void parse_schema(ThriftReader& in, ColumnNames& names, std::vector<LeafColumn>& columns) {
  std::vector<SchemaElement> elements;
  in.each_element([&] { elements.push_back(parse_element(in)); });
  SchemaWalk(elements, names, columns).all();
}

}  // namespace penstock::parquet
