// Chooses the values that `penstock-data run --data` reads of a record or of a table's row. Values have names, and the
// reader's argument is an object with an entry for each value that is wanted.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "dataset/set/data_format.h"

namespace penstock {

// An entry of the reader's argument, as { dtype: 'int64', default: -1 }.
struct ValueEntry {
  const char* dtype;
  const char* kind = nullptr;  // null for none
  std::optional<int> number_default = std::nullopt;
  bool text_default = false;  // ''
};

struct NamedValue {
  std::string name;
  const char* what = holds::values;  // a constant of `holds`, for the first sample's value
  // How well the name says that it is the label; 0: it is none.
  int label = 0;
  // The reader's entry for it: where all values are read, where it is the picture or the sound, and as the label.
  ValueEntry plain, media, as_label;
};

// The first picture or sound, with the best label, of two equal ones the first; all values where there is neither.
// `argument`: the reader's, for the object by name.
DataReading reading_of_values(const char* argument, const std::vector<NamedValue>& values);

}  // namespace penstock
