// See features.h.
#include "ops/readers_tfrecord/features.h"

#include "core/error.h"
#include "core/json.h"

namespace penstock::ops {
namespace {
[[noreturn]] void refuse_feature(const std::string& expected, const std::string& name, const std::string& hint) {
  throw Error(ErrorCode::INVALID_ARGUMENT, "Expected " + expected + " for features." + name, hint);
}

ListKind kind_of(const std::string& dtype) {
  return dtype == "string" ? ListKind::bytes : dtype == "float32" ? ListKind::floats : ListKind::ints;
}

void take_default(const Json& value, FeatureSpec& spec) {
  spec.has_default = true;
  if (spec.kind == ListKind::bytes) {
    if (!value.is_string()) refuse_feature("a text as default", spec.name, "The default of a 'string' is a text");
    spec.text = value.get<std::string>();
    return;
  }
  for (const Json& one : value.is_array() ? value : Json::array({value})) {
    if (!one.is_number())
      refuse_feature("numbers as default", spec.name, "Give a number, or a number for each element");
    spec.numbers.push_back(one.get<double>());
  }
  const auto count = static_cast<int64_t>(spec.numbers.size());
  if (count == 1 || count == spec.volume()) return;
  refuse_feature("1 or " + std::to_string(spec.volume()) + " numbers as default", spec.name,
                 "Give one for each element of shape");
}

void take_parse(const std::string& text, FeatureSpec& spec) {
  spec.parse = parse_of(text, "features." + spec.name + ".parse");
  if (!spec.parsed()) return;
  if (spec.parse.kind == Parse::json && !spec.parse.lengths.empty()) {
    refuse_feature("no brackets in parse", spec.name, "shape says the dimensions");
  }
  spec.parse.any_rank = true;
  if (spec.kind == ListKind::bytes) {
    refuse_feature("dtype 'int64' or 'float32' beside parse", spec.name, "parse makes numbers of a string");
  }
  if (spec.parse.kind == Parse::number && spec.volume() != 1) {
    refuse_feature("no shape beside parse 'number'", spec.name, "parse 'numbers' reads several numbers");
  }
}

FeatureSpec parse_feature(const std::string& name, const Json& j) {
  FeatureSpec spec;
  spec.name = name;
  spec.shown = "feature '" + name + "'";
  spec.fixed = j.at("kind") == "fixed";
  spec.kind = kind_of(j.at("dtype").get<std::string>());
  if (j.contains("shape")) spec.shape = j["shape"].get<std::vector<int64_t>>();
  if (static_cast<int>(spec.shape.size()) > abi::maxDims - 1) {
    refuse_feature("a shape of at most " + std::to_string(abi::maxDims - 1) + " extents", name,
                   "Reshape it afterwards");
  }
  if (spec.volume() > abi::maxExtent) refuse_feature("a shape that a tensor can have", name, "Check the extents");
  if (spec.kind == ListKind::bytes && (spec.volume() != 1 || (!spec.fixed && !spec.shape.empty()))) {
    refuse_feature("no shape", name, "A 'string' is one value, whose bytes are the output");
  }
  if (!spec.fixed && spec.volume() == 0) refuse_feature("a shape without a 0", name, "It is the shape of one element");
  if (j.contains("parse")) take_parse(j["parse"].get<std::string>(), spec);
  const auto value = j.find("default");
  if (value == j.end()) return spec;
  if (!spec.fixed) refuse_feature("no default", name, "Of a feature of kind 'var', a record without it has no values");
  take_default(*value, spec);
  return spec;
}

}  // namespace

DType FeatureSpec::dtype() const {
  return kind == ListKind::bytes ? DType::uint8 : kind == ListKind::floats ? DType::float32 : DType::int64;
}

int64_t FeatureSpec::volume() const {
  int64_t volume = 1;
  for (const int64_t extent : shape) {
    if (__builtin_mul_overflow(volume, extent, &volume)) return INT64_MAX;
  }
  return volume;
}

Shape FeatureSpec::shape_of(int64_t count) const {
  const int64_t each = volume();
  const bool fits = fixed ? count == each : count % each == 0;
  if (!fits) {
    throw Error(ErrorCode::BAD_SAMPLE,
                "Expected " + std::string(fixed ? "" : "a multiple of ") + std::to_string(each) + " values for " +
                    shown + " but the record has " + std::to_string(count),
                "Correct its shape in features, or read it as kind 'var' without a shape");
  }
  Shape out;
  if (!fixed) out.dim[out.ndim++] = count / each;
  for (const int64_t extent : shape) out.dim[out.ndim++] = extent;
  return out;
}

const char* kind_name(ListKind kind) {
  switch (kind) {
    case ListKind::bytes: return "string";
    case ListKind::floats: return "float32";
    case ListKind::ints: return "int64";
    default: return "none";
  }
}

std::vector<FeatureSpec> parse_features(std::string_view json) {
  std::vector<FeatureSpec> specs;
  const Json parsed = parse_json(json);
  for (const auto& [name, feature] : parsed.items()) specs.push_back(parse_feature(name, feature));
  return specs;
}

}  // namespace penstock::ops
