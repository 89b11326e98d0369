// Writes the report of a data set as JSON (dataset.h). The functions that are called for each sample are in dataset.cc,
// which includes no JSON.
#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <utility>

#include "core/json.h"
#include "dataset/set/dataset.h"

namespace penstock {

void Dataset::append_report(int64_t sample, Json& to) const {
  if (!sources_.empty()) {
    const Member of = member(sample);
    return sources_[of.source]->append_report(of.index, to);
  }
  std::string source;
  append_source(sample, source);
  Json out = {{"source", source}};
  for (size_t c = 0; c < columns_.size(); ++c) {
    const int column = static_cast<int>(c);
    Json& value = out[columns_[c].name];
    switch (columns_[c].type) {
      case ColumnType::int32: value = number<int32_t>(column, sample); break;
      case ColumnType::int64: value = number<int64_t>(column, sample); break;
      case ColumnType::float32: value = number<float>(column, sample); break;
      case ColumnType::float64: value = number<double>(column, sample); break;
      case ColumnType::text: value = text(column, sample); break;
      case ColumnType::int32_list: value = list_of(column, sample); break;
    }
  }
  to.push_back(std::move(out));
}

std::string Dataset::report(int64_t from, int64_t count) const {
  Json ignored = Json::array(), samples = Json::array(), sources = Json::array();
  for (const IgnoredFiles& i : ignored_) {
    ignored.push_back({{"why", i.why}, {"count", i.count}, {"example", i.example}});
  }
  const int64_t end = std::min(count_, from + count);
  for (int64_t i = std::max<int64_t>(0, from); i < end; ++i) append_report(i, samples);
  bool remote = remote_ != nullptr;
  for (const auto& source : sources_) remote = remote || source->remote();
  for (const auto& source : joined_) sources.push_back(parse_json(source->report(0, 0)));
  char print[17];
  std::snprintf(print, sizeof print, "%016" PRIx64, fingerprint());
  Json report = {{"count", count_},     {"epochSize", epoch_size()}, {"bytes", bytes()},
                 {"classes", classes_}, {"fingerprint", print},      {"folder", folder_},
                 {"ignored", ignored},  {"remote", remote},          {"samples", samples}};
  if (!sources.empty()) report["sources"] = std::move(sources);
  // Names are bytes, not always UTF-8.
  return json_text(report);
}

}  // namespace penstock
