// The argument `where` of readers: what the values of a sample's columns must be.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "dataset/set/dataset.h"

namespace penstock {

// What one column must be; all that is given holds together.
struct Condition {
  // Numbers or texts.
  struct Values {
    std::unordered_set<double> numbers;
    std::unordered_set<std::string> texts;
  };
  std::string column;
  std::vector<Values> among, outside;
  std::optional<double> above, from, below, to;

  bool bounds() const { return above || from || below || to; }
};

// The column of a data set that an argument names. Throws INVALID_ARGUMENT, with the names of those that it has.
int find_column(const Dataset& data, const std::string& name, const char* argument);
// One that has one value for each sample. Throws INVALID_ARGUMENT.
int find_plain_column(const Dataset& data, const std::string& name, const char* argument);

// The conditions on one data set, whose columns are found once. On a column of lists those hold that one of the values
// fulfils; `outside` holds where none of them is there.
class Filter {
 public:
  // Both must outlive the object. Throws INVALID_ARGUMENT for a column that is not there, has values of another kind,
  // or has no such class.
  Filter(const std::vector<Condition>& conditions, const Dataset& data);
  bool passes(int64_t sample) const;

 private:
  struct Test {
    const Condition* condition;
    int column;
    ColumnType type;
    std::vector<Condition::Values> among, outside;
  };
  bool passes(const Test& test, int64_t sample) const;
  std::vector<double> numbers_of(const Test& test, int64_t sample) const;

  const Dataset& data_;
  std::vector<Test> tests_;
};

}  // namespace penstock
