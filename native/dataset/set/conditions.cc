// See conditions.h.
#include "dataset/set/conditions.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "dataset/set/reader_op.h"

namespace penstock {
namespace {

constexpr const char* kLabel = "label";

std::string in_words(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "'" : ", '") + name + "'";
  return out;
}

// A class by its name is its number.
void name_classes(Condition::Values& values, const std::vector<std::string>& classes) {
  for (const std::string& name : values.texts) {
    const auto at = std::find(classes.begin(), classes.end(), name);
    if (at == classes.end()) {
      constexpr size_t kMost = 20;
      const std::vector<std::string> some(classes.begin(), classes.begin() + std::min(kMost, classes.size()));
      refuse("Expected a class for where." + std::string(kLabel) + " but there is no class '" + name + "'",
             "The classes are " + in_words(some) + (classes.size() > kMost ? " and others" : ""));
    }
    values.numbers.insert(static_cast<double>(at - classes.begin()));
  }
  values.texts.clear();
}

}  // namespace

int find_column(const Dataset& data, const std::string& name, const char* argument) {
  const int found = data.column(name);
  if (found >= 0) return found;
  const std::vector<std::string> names = data.column_names();
  refuse("Expected a column of the data for " + std::string(argument) + " but there is no column '" + name + "'",
         names.empty() ? "This reader's data has no columns" : "The columns are " + in_words(names));
}

int find_plain_column(const Dataset& data, const std::string& name, const char* argument) {
  const int found = find_column(data, name, argument);
  if (data.type_of(found) != ColumnType::int32_list) return found;
  refuse("Expected a column with one value for each sample for " + std::string(argument) + " but '" + name +
             "' has several",
         "Give a list of weights as weights.samples");
}

Filter::Filter(const std::vector<Condition>& conditions, const Dataset& data) : data_(data) {
  for (const Condition& c : conditions) {
    const int column = find_column(data, c.column, "where");
    Test test{&c, column, data.type_of(column), c.among, c.outside};
    const bool texts = test.type == ColumnType::text;
    const bool classes = c.column == kLabel && !data.classes().empty();
    for (auto* list : {&test.among, &test.outside}) {
      for (Condition::Values& values : *list) {
        if (classes) name_classes(values, data.classes());
        if (texts ? values.numbers.empty() : values.texts.empty()) continue;
        refuse(std::string("Expected ") + (texts ? "texts" : "numbers") + " for where." + c.column + " but received " +
                   (texts ? "numbers" : "texts"),
               std::string("The column has ") + (texts ? "texts" : "numbers"));
      }
    }
    if (texts && c.bounds()) {
      refuse("Expected no bounds for where." + c.column + " but received some",
             "The column has texts: use in or notIn");
    }
    tests_.push_back(std::move(test));
  }
}

bool Filter::passes(int64_t sample) const {
  return std::all_of(tests_.begin(), tests_.end(), [&](const Test& test) { return passes(test, sample); });
}

// Of a plain column one, or none where it is no number, as a null of a table.
std::vector<double> Filter::numbers_of(const Test& test, int64_t sample) const {
  if (test.type == ColumnType::int32_list) {
    const std::vector<int32_t> list = data_.list_of(test.column, sample);
    return {list.begin(), list.end()};
  }
  const double number = data_.number_of(test.column, sample);
  return std::isnan(number) ? std::vector<double>{} : std::vector<double>{number};
}

bool Filter::passes(const Test& test, int64_t sample) const {
  const auto hold = [&](const auto& holds) {
    return std::all_of(test.among.begin(), test.among.end(), holds) &&
           std::none_of(test.outside.begin(), test.outside.end(), holds);
  };
  if (test.type == ColumnType::text) {
    const std::string text = data_.text(test.column, sample);
    return hold([&](const Condition::Values& values) { return values.texts.count(text) > 0; });
  }
  const std::vector<double> numbers = numbers_of(test, sample);
  if (numbers.empty() && test.type != ColumnType::int32_list) return false;
  const auto some = [&](const auto& holds) { return std::any_of(numbers.begin(), numbers.end(), holds); };
  const Condition& c = *test.condition;
  const auto within = [&](double number) {
    return (!c.above || number > *c.above) && (!c.from || number >= *c.from) && (!c.below || number < *c.below) &&
           (!c.to || number <= *c.to);
  };
  if (c.bounds() && !some(within)) return false;
  return hold([&](const Condition::Values& values) {
    return some([&](double number) { return values.numbers.count(number) > 0; });
  });
}

}  // namespace penstock
