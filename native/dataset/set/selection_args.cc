// The arguments by which a reader chooses samples, as JSON: selection.h and weighting.h. What is asked of each sample
// is in selection.cc, conditions.cc and weighting.cc, which know no JSON.
#include <functional>
#include <utility>

#include "core/json.h"
#include "dataset/set/reader_op.h"
#include "dataset/set/selection.h"

namespace penstock {
namespace {

constexpr const char* kBalanced = "balanced";

// The fractions of the split are laid one behind the other, in this order.
constexpr const char* kParts[] = {"train", "val", "test"};

void take_split(const Json& split, Selection& to) {
  const std::string part = split.at("part");
  double sum = 0;
  for (const char* name : kParts) {
    const double share = split.value(name, 0.0);
    if (part == name) {
      if (share <= 0) refuse("Expected a fraction for " + part + " in split but received none", "Give split." + part);
      to.begin = sum;
      to.end = sum + share;
    }
    sum += share;
  }
  // Fractions such as 0.7, 0.2 and 0.1 add up to a little more than 1.
  if (sum > 1 + 1e-9) {
    refuse("Expected fractions for split that are 1 together at most but they are " + json_text(sum),
           "Samples that belong to no part are left out");
  }
  if (to.end > 1 - 1e-9) to.end = 1;
}

Condition::Values values_of(const Json& given) {
  Condition::Values out;
  const auto take = [&](const Json& one) {
    if (one.is_string()) {
      out.texts.insert(one.get<std::string>());
    } else {
      out.numbers.insert(one.get<double>());
    }
  };
  if (given.is_array()) {
    for (const Json& one : given) take(one);
  } else {
    take(given);
  }
  return out;
}

std::vector<Condition> conditions_of(const Json& where) {
  std::vector<Condition> out;
  for (const auto& [column, given] : where.items()) {
    Condition made;
    made.column = column;
    for (const char* name : {"equals", "in"}) {
      if (given.contains(name)) made.among.push_back(values_of(given[name]));
    }
    for (const char* name : {"not", "notIn"}) {
      if (given.contains(name)) made.outside.push_back(values_of(given[name]));
    }
    const auto bound = [&, given = std::cref(given)](const char* name, std::optional<double>& to) {
      if (given.get().contains(name)) to = given.get().at(name).template get<double>();
    };
    bound("gt", made.above);
    bound("gte", made.from);
    bound("lt", made.below);
    bound("lte", made.to);
    if (made.among.empty() && made.outside.empty() && !made.bounds()) {
      refuse("Expected a condition for where." + column + " but received none",
             "Write one, as { equals: 3 } or { gte: 224 }");
    }
    out.push_back(std::move(made));
  }
  return out;
}

// The numbers of a list. Throws INVALID_ARGUMENT for one below 0.
std::vector<double> checked(const char* field, const Json& given) {
  const Json list = given.is_array() ? given : Json::array({given});
  std::vector<double> out;
  for (const Json& one : list) {
    if (one.get<double>() < 0) {
      refuse("Expected numbers of at least 0 for weights." + std::string(field) + " but received " + json_text(one) +
                 " at [" + std::to_string(out.size()) + "]",
             "A weight of 0 leaves samples out");
    }
    out.push_back(one.get<double>());
  }
  if (out.empty())
    refuse("Expected one number or more for weights." + std::string(field) + " but received none",
           "Give one for each class, or for each sample");
  return out;
}

}  // namespace

Weighting Weighting::of(const Json& given) {
  Weighting made;
  const auto classes = given.find("classes"), samples = given.find("samples");
  if ((classes == given.end()) == (samples == given.end())) {
    refuse("Expected either classes or samples for weights but received " +
               std::string(classes == given.end() ? "none of them" : "both"),
           "Write weights: { classes: 'balanced' }, for example");
  }
  made.class_column = given.value("column", "label");
  if (classes != given.end()) {
    made.balanced = classes->is_string();
    if (made.balanced && *classes != kBalanced) {
      refuse("Expected 'balanced' or one number for each class for weights.classes but received '" +
                 classes->get<std::string>() + "'",
             "Write classes: 'balanced', and the name of the column that has classes as column");
    }
    if (!made.balanced) made.classes = checked("classes", *classes);
  } else {
    if (given.contains("column")) {
      refuse("Expected no column beside samples in weights but received one",
             "A column with the weights of samples is given as samples: 'its name'");
    }
    samples->is_string() ? void(made.samples_column = samples->get<std::string>())
                         : void(made.samples = checked("samples", *samples));
  }
  made.rule.random = given.value("choice", "even") == "random";
  made.rule.once = !given.value("replacement", true);
  made.rule.seed = given.value("seed", int64_t{0});
  made.rule.size = given.value("epochSize", int64_t{0});
  if (made.rule.random && made.rule.once) {
    refuse("Expected replacement with choice 'random' in weights but received false",
           "choice 'even' gives each sample once at most where replacement is false");
  }
  return made;
}

Selection Selection::of(const Json& args, const Json& others) {
  Selection made;
  if (const auto at = args.find("indices"); at != args.end()) {
    made.listed = true;
    made.indices = at->get<std::vector<int32_t>>();
  }
  if (const auto at = args.find("skipList"); at != args.end()) made.skip_lists = at->get<std::vector<std::string>>();
  if (const auto at = args.find("split"); at != args.end()) take_split(*at, made);
  if (const auto at = args.find("where"); at != args.end()) made.conditions = conditions_of(*at);
  if (const auto at = args.find("weights"); at != args.end()) made.weighting = Weighting::of(*at);
  made.root = others.value("fileRoot", "");
  return made;
}

}  // namespace penstock
