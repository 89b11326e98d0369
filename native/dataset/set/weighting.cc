// See weighting.h.
#include "dataset/set/weighting.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "dataset/set/conditions.h"
#include "dataset/set/reader_op.h"

namespace penstock {
namespace {

std::string number_text(double number) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

// The weights of samples by their classes, which they share; and the samples, class by class.
class ByClass {
 public:
  ByClass(const Weighting& rule, const Dataset& all, size_t count) : rule_(rule), all_(all) {
    column_ = find_plain_column(all, rule.class_column, "weights.column");
    of_.reserve(count);
  }

  void add(int64_t sample) {
    of_.push_back(rule_.balanced ? any_class(sample) : numbered_class(sample));
    if (of_.back() >= counts_.size()) counts_.resize(of_.back() + 1);
    ++counts_[of_.back()];
  }

  std::vector<double> weights() const {
    std::vector<double> out;
    out.reserve(of_.size());
    for (const size_t c : of_) {
      out.push_back((rule_.balanced ? 1 : rule_.classes[c]) / static_cast<double>(counts_[c]));
    }
    return out;
  }

  // Nothing where samples of a class lie side by side already.
  std::vector<int32_t> order() const {
    if (std::is_sorted(of_.begin(), of_.end())) return {};
    std::vector<int32_t> out(of_.size());
    std::iota(out.begin(), out.end(), 0);
    std::stable_sort(out.begin(), out.end(), [&](int32_t a, int32_t b) { return of_[a] < of_[b]; });
    return out;
  }

 private:
  bool texts_in_column() const { return all_.type_of(column_) == ColumnType::text; }
  // Each value is a class.
  size_t any_class(int64_t sample) {
    if (texts_in_column()) return texts_.emplace(all_.text(column_, sample), texts_.size()).first->second;
    return numbers_.emplace(all_.number_of(column_, sample), numbers_.size()).first->second;
  }

  size_t numbered_class(int64_t sample) {
    const double number = texts_in_column() ? -1 : all_.number_of(column_, sample);
    if (number >= 0 && number < static_cast<double>(rule_.classes.size()) && number == std::floor(number)) {
      return static_cast<size_t>(number);
    }
    std::string source;
    all_.append_source(sample, source);
    refuse("Expected classes from 0 to " + std::to_string(rule_.classes.size() - 1) + " in the column '" +
               rule_.class_column + "', one for each number of weights.classes, but " + source + " has " +
               (texts_in_column() ? "'" + all_.text(column_, sample) + "'" : number_text(number)),
           "Give a number for each class, or 'balanced'");
  }

  const Weighting& rule_;
  const Dataset& all_;
  int column_ = 0;
  std::vector<size_t> of_;
  std::vector<int64_t> counts_;
  std::unordered_map<double, size_t> numbers_;
  std::unordered_map<std::string, size_t> texts_;
};

// The weight that a column has.
double weight_at(const Dataset& all, int column, int64_t sample) {
  const double weight = all.number_of(column, sample);
  if (weight >= 0 && std::isfinite(weight)) return weight;
  std::string source;
  all.append_source(sample, source);
  refuse("Expected weights of at least 0 in the column '" + all.column_names()[static_cast<size_t>(column)] + "' but " +
             source + " has " + (std::isnan(weight) ? "none" : number_text(weight)),
         "Leave the sample out by where, or give it a weight");
}

}  // namespace

std::shared_ptr<const SampleWeights> Weighting::from(const Dataset& all, const std::vector<int32_t>& chosen) const {
  const auto count = static_cast<size_t>(chosen.empty() ? all.count() : static_cast<int64_t>(chosen.size()));
  const auto sample = [&](size_t i) { return chosen.empty() ? static_cast<int64_t>(i) : chosen[i]; };
  std::vector<double> weights;
  std::vector<int32_t> order;
  if (balanced || !classes.empty()) {
    ByClass by(*this, all, count);
    for (size_t i = 0; i < count; ++i) by.add(sample(i));
    weights = by.weights();
    order = by.order();
  } else if (!samples_column.empty()) {
    const int column = find_plain_column(all, samples_column, "weights.samples");
    if (all.type_of(column) == ColumnType::text) {
      refuse("Expected a column of numbers for weights.samples but '" + samples_column + "' has texts",
             "Name a column of numbers");
    }
    for (size_t i = 0; i < count; ++i) weights.push_back(weight_at(all, column, sample(i)));
  } else {
    if (static_cast<int64_t>(samples.size()) != all.count()) {
      refuse("Expected " + std::to_string(all.count()) +
                 " numbers for weights.samples, one for each sample of the data, but received " +
                 std::to_string(samples.size()),
             "They stand in the order of a reader without a shuffle, and count the samples that indices, split, "
             "skipList and where leave out, too");
    }
    for (size_t i = 0; i < count; ++i) weights.push_back(samples[static_cast<size_t>(sample(i))]);
  }
  const auto heavy = std::count_if(weights.begin(), weights.end(), [](double w) { return w > 0; });
  if (heavy == 0) refuse("Expected weights above 0 but all samples have a weight of 0", "Give some of them a weight");
  SampleWeights::Rule made = rule;
  if (!made.size) made.size = heavy;
  if (made.once && made.size > heavy) {
    refuse("Expected an epochSize of at most " + std::to_string(heavy) +
               " in weights, as many as samples have a weight, but received " + std::to_string(made.size),
           "With replacement false a sample comes once at most in an epoch");
  }
  return std::make_shared<SampleWeights>(weights, std::move(order), made);
}

}  // namespace penstock
