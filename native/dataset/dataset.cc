// See dataset.h.
#include "dataset/dataset.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "dataset/packed_place.h"

namespace penstock {

Dataset::Extent Dataset::extent(int64_t sample, int part) const {
  if (whole_) return {sample, 0, -1};
  const int64_t i = sample * parts_ + part;
  const auto place = places_.at<PackedPlace>(i);
  if (place.missing()) return {};
  return {place.number(), place.offset(), static_cast<int64_t>(sizes_.at<uint32_t>(i))};
}

std::string Dataset::path(int64_t file) const {
  const auto place = files_.at<PackedPlace>(file);
  const std::string_view folder = names_.text() + folders_.at<uint64_t>(place.number());
  const std::string_view name = names_.text() + place.offset();
  std::string path;
  path.reserve(folder.size() + name.size());
  return path.append(folder).append(name);
}

void Dataset::append_source(int64_t sample, std::string& to) const {
  const Extent e = extent(sample);
  if (!e.missing()) {
    const auto place = files_.at<PackedPlace>(e.file);
    to += names_.text() + folders_.at<uint64_t>(place.number());
    to += names_.text() + place.offset();
  }
  if (named_by_ >= 0) {
    to += text(named_by_, sample);
  } else if (!whole_) {
    to += ':' + std::to_string(e.offset);
  }
}

std::string_view Dataset::text(int column, int64_t sample) const {
  const GrowingBuffer& begins = columns_[column].values;
  const auto begin = begins.at<uint64_t>(sample);
  return texts_.text() + begin;
}

int64_t Dataset::bytes() const {
  size_t sum = names_.size() + folders_.size() + files_.size() + places_.size() + sizes_.size() + texts_.size();
  for (const Column& c : columns_) sum += c.values.size();
  for (const GrowingBuffer& b : blobs_) sum += b.size();
  return static_cast<int64_t>(sum);
}

std::string Dataset::report(int64_t from, int64_t count) const {
  using Json = nlohmann::json;
  Json ignored = Json::array(), samples = Json::array();
  for (const IgnoredFiles& i : ignored_) {
    ignored.push_back({{"why", i.why}, {"count", i.count}, {"example", i.example}});
  }
  const int64_t end = std::min(count_, from + count);
  for (int64_t i = std::max<int64_t>(0, from); i < end; ++i) {
    std::string source;
    append_source(i, source);
    Json sample = {{"source", source}};
    for (size_t c = 0; c < columns_.size(); ++c) {
      const int column = static_cast<int>(c);
      Json& value = sample[columns_[c].name];
      switch (columns_[c].type) {
        case ColumnType::int32: value = number<int32_t>(column, i); break;
        case ColumnType::int64: value = number<int64_t>(column, i); break;
        case ColumnType::float32: value = number<float>(column, i); break;
        case ColumnType::float64: value = number<double>(column, i); break;
        case ColumnType::text: value = text(column, i); break;
      }
    }
    samples.push_back(std::move(sample));
  }
  const Json report = {{"count", count_},   {"bytes", bytes()},   {"classes", classes_},
                       {"folder", folder_}, {"ignored", ignored}, {"samples", samples}};
  // Names are bytes, not always UTF-8.
  return report.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace penstock
