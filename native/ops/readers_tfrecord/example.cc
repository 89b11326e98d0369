// See example.h.
#include "ops/readers_tfrecord/example.h"

#include <algorithm>

namespace penstock::ops {
namespace {

// Numbers of fields: Example.features, Features.feature, the map entry's key and value, and the lists' value.
constexpr uint32_t kFeatures = 1, kFeature = 1, kKey = 1, kValue = 2, kListValue = 1;

constexpr int kFloatBytes = 4;

}  // namespace

// Calls `visit` for each entry of the map from names to features.
template <class Visit>
void Example::each_entry(const Visit& visit) {
  Field features, entry;
  for (int64_t at = 0; next(at, source().size(), features);) {
    if (features.number != kFeatures || features.wire != kLengthDelimited) continue;
    for (int64_t inner = features.begin; next(inner, features.end, entry);) {
      if (entry.number == kFeature && entry.wire == kLengthDelimited) visit(entry);
    }
  }
}

void Example::find(const std::vector<std::string>& names, FeatureList* found) {
  std::fill_n(found, names.size(), FeatureList());
  each_entry([&](const Field& entry) { find_entry(entry.begin, entry.end, names, found); });
}

std::vector<std::string> Example::names(size_t most) {
  std::vector<std::string> names;
  each_entry([&](const Field& entry) {
    Field field;
    for (int64_t at = entry.begin; names.size() < most && next(at, entry.end, field);) {
      if (field.number != kKey || field.wire != kLengthDelimited) continue;
      std::string name(static_cast<size_t>(field.end - field.begin), '\0');
      source().copy(field.begin, reinterpret_cast<uint8_t*>(name.data()), field.end - field.begin);
      names.push_back(std::move(name));
    }
  });
  return names;
}

bool Example::is(const Field& key, const std::string& name) {
  if (key.end - key.begin != static_cast<int64_t>(name.size())) return false;
  for (size_t i = 0; i < name.size(); ++i) {
    if (byte(key.begin + static_cast<int64_t>(i)) != static_cast<uint8_t>(name[i])) return false;
  }
  return true;
}

// An entry of the map: a key, and a Feature. The last entry of a key counts, as in every protobuf map.
void Example::find_entry(int64_t begin, int64_t end, const std::vector<std::string>& names, FeatureList* found) {
  Field field, key, value;
  for (int64_t at = begin; next(at, end, field);) {
    if (field.wire != kLengthDelimited) continue;
    if (field.number == kKey) key = field;
    if (field.number == kValue) value = field;
  }
  for (size_t i = 0; i < names.size(); ++i) {
    if (is(key, names[i])) found[i] = look(value.begin, value.end);
  }
}

// A Feature is one of three lists. Where it has fields of several kinds, the last kind counts.
FeatureList Example::look(int64_t begin, int64_t end) {
  FeatureList list;
  Field field;
  for (int64_t at = begin; at != end;) {
    const int64_t start = at;
    next(at, end, field);
    if (field.number < 1 || field.number > 3 || field.wire != kLengthDelimited) continue;
    const auto kind = static_cast<ListKind>(field.number);
    if (kind != list.kind) {
      list = {};
      list.kind = kind;
      list.begin = start;
    }
    list.end = at;
    count_values(field, list);
  }
  return list;
}

void Example::count_values(const Field& list, FeatureList& into) {
  Field value;
  for (int64_t at = list.begin; next(at, list.end, value);) {
    if (value.number != kListValue) continue;
    if (into.kind == ListKind::bytes) {
      if (value.wire != kLengthDelimited) continue;
      if (into.count++ == 0) {
        into.first = value.begin;
        into.length = value.end - value.begin;
      }
    } else if (into.kind == ListKind::floats) {
      const int64_t bytes = value.end - value.begin;
      if (value.wire == kLengthDelimited && bytes % kFloatBytes) {
        throw RecordFault(value.begin, "a list of floats has " + std::to_string(bytes) + " bytes");
      }
      if (value.wire == kLengthDelimited || value.wire == kFixed32) into.count += bytes / kFloatBytes;
    } else if (value.wire == kVarint) {
      ++into.count;
    } else if (value.wire == kLengthDelimited) {
      for (int64_t one = value.begin; one != value.end; ++into.count) varint(one, value.end);
    }
  }
}

// Calls `visit` for each field that has one value or, packed, several.
template <class Visit>
void Example::each_value(const FeatureList& list, const Visit& visit) {
  Field field, value;
  for (int64_t at = list.begin; next(at, list.end, field);) {
    if (field.number != static_cast<uint32_t>(list.kind) || field.wire != kLengthDelimited) continue;
    for (int64_t inner = field.begin; next(inner, field.end, value);) {
      if (value.number == kListValue) visit(value);
    }
  }
}

void Example::copy_ints(const FeatureList& list, int64_t* to) {
  int64_t left = list.count;
  each_value(list, [&](const Field& value) {
    if (value.wire != kVarint && value.wire != kLengthDelimited) return;
    for (int64_t at = value.begin; at != value.end; --left) {
      const auto one = static_cast<int64_t>(varint(at, value.end));
      if (left <= 0) throw RecordFault(at, "the record has changed while it was read");
      *to++ = one;
    }
  });
  if (left) throw RecordFault(list.begin, "the record has changed while it was read");
}

void Example::copy_floats(const FeatureList& list, float* to) {
  int64_t left = list.count;
  each_value(list, [&](const Field& value) {
    if (value.wire != kFixed32 && value.wire != kLengthDelimited) return;
    const int64_t count = (value.end - value.begin) / kFloatBytes;
    if (count > left) throw RecordFault(value.begin, "the record has changed while it was read");
    source().copy(value.begin, reinterpret_cast<uint8_t*>(to), count * kFloatBytes);
    to += count;
    left -= count;
  });
  if (left) throw RecordFault(list.begin, "the record has changed while it was read");
}

}  // namespace penstock::ops
