// See named_values.h.
#include "dataset/set/named_values.h"

#include <algorithm>

#include "core/json.h"

namespace penstock {
namespace {

Json json_of(const ValueEntry& entry) {
  Json json = {{"dtype", entry.dtype}};
  if (entry.kind) json["kind"] = entry.kind;
  if (entry.number_default) json["default"] = *entry.number_default;
  if (entry.text_default) json["default"] = "";
  return json;
}

}  // namespace

DataReading reading_of_values(const char* argument, const std::vector<NamedValue>& values) {
  DataReading reading;
  Json& wanted = reading.args[argument];
  const auto media = std::find_if(values.begin(), values.end(), [](const NamedValue& v) {
    return v.what == holds::picture || v.what == holds::sound;
  });
  if (media == values.end()) {
    for (const NamedValue& v : values) {
      wanted[v.name] = json_of(v.plain);
      reading.outputs.push_back({v.name, v.what});
    }
    return reading;
  }
  wanted[media->name] = json_of(media->media);
  reading.outputs.push_back({media->name, media->what});
  const auto label = std::max_element(values.begin(), values.end(),
                                      [](const NamedValue& a, const NamedValue& b) { return a.label < b.label; });
  if (label->label == 0) return reading;
  wanted[label->name] = json_of(label->as_label);
  reading.outputs.push_back({label->name, holds::label});
  return reading;
}

}  // namespace penstock
