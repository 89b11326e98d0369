// Which values of a record, or of a row of a table, `penstock run --data` reads: those have names, and a reader takes
// an object by name of what it is asked for.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "dataset/data_format.h"

namespace penstock {

struct NamedValue {
  std::string name;
  const char* what = holds::values;  // of `holds`: what the first one is
  // How well the name says that it is the label; 0: it is none.
  int label = 0;
  // What the reader is asked for: where all values are read, where it is the picture or the sound, and as the label.
  nlohmann::json plain, media, as_label;
};

// The first picture or sound, with the best label, of two equal ones the first; all values where there is neither.
// `argument`: the reader's, for the object by name.
DataReading reading_of_values(const char* argument, const std::vector<NamedValue>& values);

}  // namespace penstock
