// See dataset.h.
#include "dataset/set/dataset.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <utility>

#include "dataset/set/packed_place.h"
#include "dataset/stores/signed_url.h"

namespace penstock {
namespace {

// Mixes bytes, eight at a time; it is quick, and no protection against forgery.
class Fingerprint {
 public:
  void add(const uint8_t* data, size_t size) {
    mix(size);
    for (; size >= 8; data += 8, size -= 8) {
      uint64_t word;
      std::memcpy(&word, data, 8);
      mix(word);
    }
    uint64_t rest = 0;
    if (size) std::memcpy(&rest, data, size);
    mix(rest);
  }
  uint64_t value() const { return state_; }

 private:
  void mix(uint64_t word) {
    const auto product = static_cast<unsigned __int128>(state_ ^ word) * 0x9e3779b97f4a7c15u;
    state_ = static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64) ^ kStart;
  }
  static constexpr uint64_t kStart = 0x243f6a8885a308d3u;
  uint64_t state_ = kStart;
};

}  // namespace

void append_printable(std::string_view text, std::string& to) {
  if (std::none_of(text.begin(), text.end(), [](char c) { return static_cast<uint8_t>(c) < ' ' || c == '\x7f'; })) {
    to += text;
    return;
  }
  to += "0x";
  for (const char c : text) {
    char digits[3];
    std::snprintf(digits, sizeof digits, "%02x", static_cast<uint8_t>(c));
    to += digits;
  }
}

std::shared_ptr<Dataset> Dataset::join(std::vector<std::shared_ptr<const Dataset>> sources) {
  auto joined = std::make_shared<Dataset>();
  Fingerprint sum;
  for (const auto& source : sources) {
    joined->firsts_.push_back(joined->count_);
    joined->count_ += source->count_;
    sum.add(reinterpret_cast<const uint8_t*>(&source->fingerprint_), sizeof source->fingerprint_);
    const bool part = !source->chosen_.empty();
    joined->sources_.push_back(part ? source->sources_.front() : source);
    joined->chosen_.push_back(part ? source->chosen_.front() : nullptr);
  }
  // Labels have names where they have the same ones in all sources.
  const auto same = [&](const auto& source) { return source->classes_ == sources.front()->classes_; };
  if (std::all_of(sources.begin(), sources.end(), same)) joined->classes_ = sources.front()->classes_;
  joined->fingerprint_ = sum.value();
  joined->joined_ = std::move(sources);
  return joined;
}

std::shared_ptr<Dataset> Dataset::choose(std::shared_ptr<const Dataset> from, std::vector<int32_t> samples) {
  auto made = std::make_shared<Dataset>();
  Fingerprint sum;
  sum.add(reinterpret_cast<const uint8_t*>(&from->fingerprint_), sizeof from->fingerprint_);
  sum.add(reinterpret_cast<const uint8_t*>(samples.data()), samples.size() * sizeof samples[0]);
  made->fingerprint_ = sum.value();
  made->count_ = static_cast<int64_t>(samples.size());
  made->classes_ = from->classes_;
  made->folder_ = from->folder_;
  made->ignored_ = from->ignored_;
  made->firsts_ = {0};
  made->chosen_ = {std::make_shared<const std::vector<int32_t>>(std::move(samples))};
  made->sources_ = {std::move(from)};
  return made;
}

Dataset::Member Dataset::member(int64_t sample) const {
  if (sources_.empty()) return {0, sample};
  const auto after = std::upper_bound(firsts_.begin(), firsts_.end(), sample);
  const auto source = static_cast<int>(after - firsts_.begin()) - 1;
  const int64_t index = sample - firsts_[source];
  return {source, chosen_[source] ? (*chosen_[source])[static_cast<size_t>(index)] : index};
}

Dataset::Extent Dataset::extent(int64_t sample, int part) const {
  if (!sources_.empty()) {
    const Member of = member(sample);
    return sources_[of.source]->extent(of.index, part);
  }
  if (whole_) return {sample, 0, -1};
  return extents_.at(sample, part);
}

std::vector<int32_t> Dataset::edges(int64_t block_bytes) const {
  std::vector<int32_t> edges{0};
  const int64_t least = (count_ + kMaxBlocks - 1) / kMaxBlocks;
  int64_t begin = 0, bytes = 0;
  const auto add = [&](int64_t sample, int64_t size) {
    bytes += size;
    if (bytes < block_bytes || sample + 1 - begin < least || sample + 1 == count_) return;
    edges.push_back(static_cast<int32_t>(begin = sample + 1));
    bytes = 0;
  };
  sources_.empty() ? each_size(add) : each_chosen_size(add);
  edges.push_back(static_cast<int32_t>(count_));
  return edges;
}

template <class Visit>
void Dataset::each_chosen_size(const Visit& visit) const {
  std::vector<int64_t> sizes;
  sizes.reserve(static_cast<size_t>(sources_.front()->count_));
  sources_.front()->each_size([&](int64_t, int64_t bytes) { sizes.push_back(bytes); });
  for (int64_t i = 0; i < count_; ++i) visit(i, sizes[static_cast<size_t>(member(i).index)]);
}

template <class Visit>
void Dataset::each_size(const Visit& visit) const {
  int64_t sample = 0;
  if (in_containers()) {
    int part = 0;
    int64_t taken = 0;
    return extents_.each(0, count_, [&](const Extent& e) {
      if (!e.missing()) taken += extents_.taken(e);
      if (++part < extents_.parts()) return;
      visit(sample++, std::exchange(taken, 0));
      part = 0;
    });
  }
  for (const Weighed& w : weighed_) {
    // What a division leaves over goes to one sample after another.
    const int64_t each = w.bytes / w.samples, rest = w.bytes % w.samples;
    int64_t over = 0;
    for (int64_t i = 0; i < w.samples && sample < count_; ++i) {
      over += rest;
      const bool more = over >= w.samples;
      if (more) over -= w.samples;
      visit(sample++, each + more);
    }
  }
  while (sample < count_) visit(sample++, kUsualSize);
}

std::string Dataset::path(int64_t file) const {
  const auto place = files_.at<PackedPlace>(file);
  const std::string_view folder = names_.text() + folders_.at<uint64_t>(place.number());
  const std::string_view name = names_.text() + place.offset();
  std::string path;
  path.reserve(folder.size() + name.size());
  return path.append(folder).append(name);
}

void Dataset::append_source(int64_t sample, const Extent& first, std::string& to) const {
  if (!sources_.empty()) {
    const Member of = member(sample);
    return sources_[of.source]->append_source(of.index, first, to);
  }
  Extent e = first;
  for (int part = 1; e.missing() && part < parts(); ++part) e = extent(sample, part);
  const std::string text = named_by_ < 0 ? std::string() : this->text(named_by_, sample);
  if (e.missing()) {
    to += text;
    return;
  }
  const auto place = files_.at<PackedPlace>(e.file);
  const size_t begin = to.size();
  to += names_.text() + folders_.at<uint64_t>(place.number());
  to += names_.text() + place.offset();
  // Few names have a colon, as that of a URL has, which may be one of a scheme that is not read.
  if (to.find(':', begin) != std::string::npos) to.replace(begin, std::string::npos, shown_path(to.substr(begin)));
  if (naming_ == Naming::path_and_key) {
    to += " at key ";
    append_printable(text, to);
    return;
  }
  if (!whole_) to += ':' + std::to_string(e.offset);
  if (naming_ == Naming::place_and_text) to += ':' + text;
}

std::string Dataset::text(int column, int64_t sample) const { return columns_[column].texts.at(sample); }

int Dataset::column(std::string_view name) const {
  for (size_t i = 0; i < columns_.size(); ++i) {
    if (columns_[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

std::vector<std::string> Dataset::column_names() const {
  std::vector<std::string> names;
  for (const Column& column : columns_) names.push_back(column.name);
  return names;
}

double Dataset::number_of(int column, int64_t sample) const {
  switch (columns_[column].type) {
    case ColumnType::int32: return number<int32_t>(column, sample);
    case ColumnType::int64: return static_cast<double>(number<int64_t>(column, sample));
    case ColumnType::float32: return number<float>(column, sample);
    default: return number<double>(column, sample);
  }
}

std::vector<int32_t> Dataset::list_of(int column, int64_t sample) const {
  const std::string bytes = text(column, sample);
  std::vector<int32_t> list(bytes.size() / sizeof(int32_t));
  if (!list.empty()) std::memcpy(list.data(), bytes.data(), bytes.size());
  return list;
}

void Dataset::set_weights(std::shared_ptr<const SampleWeights> weights) {
  weights_ = std::move(weights);
  const SampleWeights::Rule& rule = weights_->rule();
  Fingerprint sum;
  for (const int64_t number : {static_cast<int64_t>(fingerprint_), rule.size, rule.seed, int64_t{rule.random}}) {
    sum.add(reinterpret_cast<const uint8_t*>(&number), sizeof number);
  }
  const auto add = [&](const auto& list) {
    sum.add(reinterpret_cast<const uint8_t*>(list.data()), list.size() * sizeof list[0]);
  };
  add(weights_->ends());
  add(weights_->order());
  fingerprint_ = sum.value();
}

// All memory that the data set holds, in a fixed order.
template <class Visit>
void Dataset::each_buffer(const Visit& visit) const {
  for (const GrowingBuffer* b : {&names_, &folders_, &files_, &extents_.groups(), &extents_.bytes()}) visit(*b);
  for (const Column& c : columns_) {
    for (const GrowingBuffer* b : {&c.values, &c.texts.groups(), &c.texts.bytes()}) visit(*b);
  }
  for (const GrowingBuffer& b : blobs_) visit(b);
}

void Dataset::take_fingerprint() {
  Fingerprint sum;
  // A new signature of a URL makes no other object of it.
  const bool queries = remote_ && names_.size() && std::memchr(names_.data(), '?', names_.size());
  const auto names = [&](const GrowingBuffer& b) { return &b == &names_ || &b == &folders_ || &b == &files_; };
  each_buffer([&](const GrowingBuffer& b) {
    if (!queries || !names(b)) sum.add(b.data(), b.size());
  });
  for (int64_t file = 0; queries && file < files(); ++file) {
    const std::string name = unsigned_url(path(file));
    sum.add(reinterpret_cast<const uint8_t*>(name.data()), name.size());
  }
  // The blocks of whole files follow from it.
  for (const Weighed& w : weighed_) {
    if (whole_) sum.add(reinterpret_cast<const uint8_t*>(&w), sizeof w);
  }
  // An object that was changed may have the same samples at the same places.
  for (int64_t file = 0; remote_ && !whole_ && file < files(); ++file) {
    const std::string version = remote_->version(path(file));
    sum.add(reinterpret_cast<const uint8_t*>(version.data()), version.size());
  }
  fingerprint_ = sum.value();
}

int64_t Dataset::bytes() const {
  size_t sum = 0;
  each_buffer([&](const GrowingBuffer& b) { sum += b.size(); });
  for (const auto& source : sources_) sum += static_cast<size_t>(source->bytes());
  for (const auto& chosen : chosen_) sum += chosen ? chosen->size() * sizeof(int32_t) : 0;
  for (const auto& source : joined_) sum += source->weights_ ? static_cast<size_t>(source->weights_->bytes()) : 0;
  if (weights_) sum += static_cast<size_t>(weights_->bytes());
  return static_cast<int64_t>(sum);
}

}  // namespace penstock
