// See named_values.h.
#include "dataset/set/named_values.h"

#include <algorithm>

namespace penstock {

DataReading reading_of_values(const char* argument, const std::vector<NamedValue>& values) {
  DataReading reading;
  Json& wanted = reading.args[argument];
  const auto media = std::find_if(values.begin(), values.end(), [](const NamedValue& v) {
    return v.what == holds::picture || v.what == holds::sound;
  });
  if (media == values.end()) {
    for (const NamedValue& v : values) {
      wanted[v.name] = v.plain;
      reading.outputs.push_back({v.name, v.what});
    }
    return reading;
  }
  wanted[media->name] = media->media;
  reading.outputs.push_back({media->name, media->what});
  const auto label = std::max_element(values.begin(), values.end(),
                                      [](const NamedValue& a, const NamedValue& b) { return a.label < b.label; });
  if (label->label == 0) return reading;
  wanted[label->name] = label->as_label;
  reading.outputs.push_back({label->name, holds::label});
  return reading;
}

}  // namespace penstock
