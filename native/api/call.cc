// See call.h; and the operators whose functions are written by hand.
#include "api/call.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "api/check.h"
#include "api/convert.h"
#include "program/arg_range.h"

namespace penstock {
namespace api {

Call::Call(const char* op, CallSite at, Pipeline& pipeline) : recorder_(Recorder::of(pipeline)) {
  node_.op = op;
  node_.call_site = site_text(at);
}

Call::Call(const char* op, CallSite at, std::initializer_list<Node> inputs) : Call(op, at, std::vector<Node>(inputs)) {}

Call::Call(const char* op, CallSite at, const std::vector<Node>& inputs) : inputs_(inputs) {
  node_.op = op;
  node_.call_site = site_text(at);
  guarded([&] {
    if (inputs_.empty()) arg_error(node_, "Expected at least 1 input but received 0");
    recorder_ = Recorder::of(inputs_[0], node_, "input 0");
  });
}

std::vector<Node> joined(std::initializer_list<Node> first, const std::vector<Node>& rest) {
  std::vector<Node> all(first);
  all.insert(all.end(), rest.begin(), rest.end());
  return all;
}

std::vector<Node> all_outputs(const Node& node) {
  std::vector<Node> all;
  for (int i = 0; i < Recorder::output_count(node); ++i) all.push_back(Recorder::output(node, i));
  return all;
}

void Call::from(const char* name, const std::optional<Node>& node) {
  if (node) arg_inputs_.emplace_back(name, *node);
}

void Call::seed(const std::optional<int64_t>& seed) {
  // -1 stands for the default, as in JavaScript.
  if (seed && *seed != -1) node_.seed = seed;
}

void Call::hint(const std::optional<int64_t>& bytes) {
  if (bytes) node_.bytes_per_sample_hint = *bytes;
}

Node Call::make() {
  return guarded([&] {
    if (node_.seed && *node_.seed < 0) arg_error(node_, "Expected an integer >= 0 (or -1) for seed");
    bool away = false;
    for (size_t i = 0; i < inputs_.size(); ++i) {
      node_.inputs.push_back(recorder_->ref(inputs_[i], node_, ("input " + std::to_string(i)).c_str()));
      away = away || recorder_->on_gpu(node_.inputs.back());
    }
    for (const auto& [name, node] : arg_inputs_) node_.arg_inputs[name] = recorder_->ref(node, node_, name.c_str());
    // By default an operator runs on the GPU if one of its inputs is there.
    const Json& devices = schema_of(node_.op, node_.call_site).at("devices");
    const bool has_gpu = std::find(devices.begin(), devices.end(), "gpu") != devices.end();
    node_.device = device_.value_or(away && has_gpu ? Device::gpu : Device::cpu);
    return recorder_->add(std::move(node_));
  });
}

namespace {

struct Range {
  int64_t low;
  uint64_t high;
};

std::optional<Range> range_of(DType dtype) {
  const std::string name = dtype_name(dtype);
  const auto bits = static_cast<int>(dtype_size(dtype)) * 8;
  if (name.rfind("uint", 0) == 0) return Range{0, bits == 64 ? UINT64_MAX : (uint64_t{1} << bits) - 1};
  if (name.rfind("int", 0) == 0) return Range{INT64_MIN >> (64 - bits), (uint64_t{1} << (bits - 1)) - 1};
  return std::nullopt;
}

[[noreturn]] void no_constant(const std::string& value, DType dtype) {
  throw Error(ErrorCode::INVALID_ARGUMENT,
              std::string("Expected a constant that ") + dtype_name(dtype) + " holds but received " + value,
              "math::Constant(value, dtype) says which dtype it has");
}

// The shortest text that gives the number again.
std::string shortest(double value) {
  if (!std::isfinite(value)) return non_finite_text(value);
  char text[64];
  const auto [end, error] = std::to_chars(text, text + sizeof text, value);
  return {text, end};
}

std::string real_text(double value, DType dtype) {
  if (dtype == DType::float16) no_constant(shortest(value), dtype);
  return std::string(dtype_name(dtype)) + " " + shortest(value);
}

std::string whole_text(bool negative, uint64_t magnitude, DType dtype) {
  if (dtype == DType::boolean) return magnitude ? "bool 1" : "bool 0";
  const std::string text = (negative ? "-" : "") + std::to_string(magnitude);
  const auto range = range_of(dtype);
  if (!range) return real_text(negative ? -static_cast<double>(magnitude) : static_cast<double>(magnitude), dtype);
  const bool fits = negative ? magnitude <= -static_cast<uint64_t>(range->low) : magnitude <= range->high;
  if (!fits) no_constant(text, dtype);
  return std::string(dtype_name(dtype)) + " " + text;
}

}  // namespace

std::string constant_text(int64_t value, DType dtype) {
  return guarded([&] {
    return whole_text(value < 0, value < 0 ? -static_cast<uint64_t>(value) : static_cast<uint64_t>(value), dtype);
  });
}

std::string constant_text(uint64_t value, DType dtype) {
  return guarded([&] { return whole_text(false, value, dtype); });
}

std::string constant_text(double value, DType dtype) {
  return guarded([&] {
    if (dtype == DType::boolean || range_of(dtype)) no_constant(shortest(value), dtype);
    return real_text(value, dtype);
  });
}

static Node record_math(const char* operation, std::initializer_list<math::Operand> operands, CallSite at) {
  std::vector<Node> nodes;
  Json constants = Json::array();
  for (const math::Operand& one : operands) {
    if (one.node()) nodes.push_back(*one.node());
    constants.push_back(one.text());
  }
  if (nodes.empty()) {
    throw PipelineError({ErrorCode::INVALID_ARGUMENT,
                         "Expected a node for at least one operand but received constants",
                         std::string("math.") + operation,
                         site_text(at),
                         "",
                         {},
                         "Compute with constants in C++"});
  }
  Call call("math", at, nodes);
  call.set("operation", operation);
  call.set("constants", constants);
  return call.make();
}

}  // namespace api

namespace math {

#define PENSTOCK_UNARY(name, operation) \
  Node name(const Operand& a, CallSite at) { return api::record_math(operation, {a}, at); }
#define PENSTOCK_BINARY(name, operation) \
  Node name(const Operand& a, const Operand& b, CallSite at) { return api::record_math(operation, {a, b}, at); }
PENSTOCK_UNARY(neg, "neg")
PENSTOCK_UNARY(abs, "abs")
PENSTOCK_UNARY(fabs, "fabs")
PENSTOCK_UNARY(sqrt, "sqrt")
PENSTOCK_UNARY(rsqrt, "rsqrt")
PENSTOCK_UNARY(cbrt, "cbrt")
PENSTOCK_UNARY(exp, "exp")
PENSTOCK_UNARY(log, "log")
PENSTOCK_UNARY(log2, "log2")
PENSTOCK_UNARY(log10, "log10")
PENSTOCK_UNARY(floor, "floor")
PENSTOCK_UNARY(ceil, "ceil")
PENSTOCK_UNARY(sin, "sin")
PENSTOCK_UNARY(cos, "cos")
PENSTOCK_UNARY(tan, "tan")
PENSTOCK_UNARY(asin, "asin")
PENSTOCK_UNARY(acos, "acos")
PENSTOCK_UNARY(atan, "atan")
PENSTOCK_UNARY(sinh, "sinh")
PENSTOCK_UNARY(cosh, "cosh")
PENSTOCK_UNARY(tanh, "tanh")
PENSTOCK_UNARY(asinh, "asinh")
PENSTOCK_UNARY(acosh, "acosh")
PENSTOCK_UNARY(atanh, "atanh")
PENSTOCK_BINARY(add, "add")
PENSTOCK_BINARY(sub, "sub")
PENSTOCK_BINARY(mul, "mul")
PENSTOCK_BINARY(div, "div")
PENSTOCK_BINARY(floor_div, "floorDiv")
PENSTOCK_BINARY(mod, "mod")
PENSTOCK_BINARY(min, "min")
PENSTOCK_BINARY(max, "max")
PENSTOCK_BINARY(pow, "pow")
PENSTOCK_BINARY(fpow, "fpow")
PENSTOCK_BINARY(atan2, "atan2")
PENSTOCK_BINARY(eq, "eq")
PENSTOCK_BINARY(ne, "ne")
PENSTOCK_BINARY(lt, "lt")
PENSTOCK_BINARY(le, "le")
PENSTOCK_BINARY(gt, "gt")
PENSTOCK_BINARY(ge, "ge")
PENSTOCK_BINARY(bit_and, "bitAnd")
PENSTOCK_BINARY(bit_or, "bitOr")
PENSTOCK_BINARY(bit_xor, "bitXor")
PENSTOCK_UNARY(bit_not, "bitNot")
PENSTOCK_BINARY(lshift, "lshift")
PENSTOCK_BINARY(rshift, "rshift")
PENSTOCK_BINARY(land, "land")
PENSTOCK_BINARY(lor, "lor")
PENSTOCK_UNARY(lnot, "lnot")
#undef PENSTOCK_UNARY
#undef PENSTOCK_BINARY

Node clamp(const Operand& value, const Operand& lo, const Operand& hi, CallSite at) {
  return api::record_math("clamp", {value, lo, hi}, at);
}

}  // namespace math

// Operators of C++ cannot have default arguments, so errors do not know their lines.
Node operator+(const math::Operand& a, const math::Operand& b) { return math::add(a, b, {}); }
Node operator-(const math::Operand& a, const math::Operand& b) { return math::sub(a, b, {}); }
Node operator*(const math::Operand& a, const math::Operand& b) { return math::mul(a, b, {}); }
Node operator/(const math::Operand& a, const math::Operand& b) { return math::div(a, b, {}); }

namespace ops {

Node external_source(Pipeline& pipeline, const ExternalSourceOptions& o, CallSite at) {
  api::Call call("externalSource", at, pipeline);
  const auto outputs = static_cast<size_t>(std::max<int64_t>(1, o.num_outputs.value_or(1)));
  // One value holds for all outputs.
  const auto spread = [&](auto values) {
    auto list = values.list();
    if (list && list->size() == 1) list->resize(outputs, list->front());
    return list ? decltype(values)(*list) : values;
  };
  call.arg("dtype", spread(o.dtype));
  call.arg("layout", spread(o.layout));
  call.arg("ndim", spread(o.ndim));
  call.arg("numOutputs", o.num_outputs);
  if (o.blocking) call.set("blocking", true);
  if (o.no_copy) call.set("noCopy", true);
  if (o.repeat_last) call.set("repeatLast", true);
  call.name(o.name);
  return call.make();
}

}  // namespace ops
}  // namespace penstock
