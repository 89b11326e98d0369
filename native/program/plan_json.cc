// Converts a ProgramPlan (JSON) to a ProgramSpec. Constants are checked here again, so that a program from any source
// is safe.
#include <algorithm>
#include <cstring>

#include "core/json.h"
#include "core/registry.h"
#include "generated/plan_limits.h"
#include "program/arg_range.h"
#include "program/sample_error.h"
#include "program/spec.h"

namespace penstock {
namespace {
[[noreturn]] void bad(const std::string& text) { throw Error(ErrorCode::INVALID_ARGUMENT, text); }

const CpuOp* find_op(const std::string& name) {
  for (const CpuOp* const* op = cpu_ops(); *op; ++op) {
    if (name == (*op)->name) return *op;
  }
  throw Error(ErrorCode::UNSUPPORTED, "operator " + name + " has no cpu kernel in this build");
}

int parse_choice(const ArgField& f, const std::string& name) {
  std::string known;
  for (int i = 0; f.choices[i]; ++i) {
    if (name == f.choices[i]) return i;
    known += std::string(i ? ", " : "") + f.choices[i];
  }
  bad("Expected one of " + known + " for " + f.name + " but received \"" + name + "\"");
}

// A name that is one of the field's choices, if it has any.
const std::string& chosen(const ArgField& f, const std::string& name) {
  if (f.choices) parse_choice(f, name);
  return name;
}

DType parse_dtype(const ArgField& f, const std::string& name) {
  for (int i = 0; i < kNumDTypes; ++i) {
    if (name == kDTypeNames[i]) return static_cast<DType>(i);
  }
  bad("Expected a dtype for " + std::string(f.name) + " but received \"" + name + "\"");
}

double number(const ArgField& f, const Json& v) {
  if (v.is_boolean()) return v.get<bool>() ? 1 : 0;
  if (takes_all(f) && v.is_string()) {
    if (const auto x = non_finite(v.get<std::string>())) return *x;
  }
  if (!v.is_number()) bad("Expected a number for " + std::string(f.name) + " but received " + json_text(v));
  const double x = v.get<double>();
  if (!takes(f, x)) {
    bad("Expected a number between " + std::to_string(f.min) + " and " + std::to_string(f.max) + " for " + f.name +
        " but received " + json_text(v));
  }
  return x;
}

int32_t whole(const ArgField& f, const Json& v) {
  const double x = number(f, v);
  if (!(x >= INT32_MIN && x <= INT32_MAX)) {
    bad("Expected a 32-bit integer for " + std::string(f.name) + " but received " + json_text(v));
  }
  return static_cast<int32_t>(x);
}

std::string text(const ArgField& f, const Json& v) {
  if (v.is_object()) return json_text(v);  // an argument of type record
  if (!v.is_string()) bad("Expected a string for " + std::string(f.name) + " but received " + json_text(v));
  return v.get<std::string>();
}

// A single value stands for a list of one, as in DALI.
Json as_list(const Json& v) { return v.is_array() ? v : Json::array({v}); }

void set_arg(OpNode& op, const ArgField& f, const Json& v) {
  void* to = op.args.data() + f.offset;
  switch (f.type) {
    case ArgType::boolean: *static_cast<bool*>(to) = number(f, v) != 0; break;
    case ArgType::integer: *static_cast<int32_t*>(to) = whole(f, v); break;
    case ArgType::number: *static_cast<float*>(to) = static_cast<float>(number(f, v)); break;
    case ArgType::string:
      op.texts.push_back(text(f, v));
      *static_cast<std::string_view*>(to) = op.texts.back();
      break;
    case ArgType::dtype: *static_cast<DType*>(to) = parse_dtype(f, chosen(f, text(f, v))); break;
    case ArgType::choice: *static_cast<int32_t*>(to) = parse_choice(f, text(f, v)); break;
    case ArgType::layout: *static_cast<Layout*>(to) = Layout(chosen(f, text(f, v))); break;
    case ArgType::integers: {
      auto& list = op.integers.emplace_back();
      for (const Json& x : as_list(v)) list.push_back(whole(f, x));
      *static_cast<ArgList<int32_t>*>(to) = {list.data(), static_cast<int32_t>(list.size())};
      break;
    }
    case ArgType::numbers: {
      auto& list = op.numbers.emplace_back();
      for (const Json& x : as_list(v)) list.push_back(static_cast<float>(number(f, x)));
      *static_cast<ArgList<float>*>(to) = {list.data(), static_cast<int32_t>(list.size())};
      break;
    }
    case ArgType::dtypes: {
      auto& list = op.dtype_lists.emplace_back();
      for (const Json& x : as_list(v)) list.push_back(parse_dtype(f, text(f, x)));
      *static_cast<ArgList<DType>*>(to) = {list.data(), static_cast<int32_t>(list.size())};
      break;
    }
    case ArgType::strings: {
      auto& list = op.text_lists.emplace_back();
      for (const Json& x : as_list(v)) {
        op.texts.push_back(text(f, x));
        list.push_back(op.texts.back());
      }
      *static_cast<ArgList<std::string_view>*>(to) = {list.data(), static_cast<int32_t>(list.size())};
      break;
    }
  }
}

int field_index(const ArgTable& t, const std::string& name) {
  for (int i = 0; i < t.count; ++i) {
    if (name == t.fields[i].name) return i;
  }
  bad("unknown argument " + name);
}

Device parse_device(const std::string& s) {
  if (s == "cpu") return Device::cpu;
  if (s == "mixed") return Device::mixed;
  if (s == "gpu") return Device::gpu;
  bad("Expected cpu, mixed or gpu for device but received \"" + s + "\"");
}

OnError parse_on_error(const std::string& s) {
  if (s == "throw") return OnError::fail;
  if (s == "skip") return OnError::skip;
  if (s == "placeholder") return OnError::placeholder;
  bad("Expected throw, skip or placeholder for onError but received \"" + s + "\"");
}

void at_most(size_t most, const char* what, size_t count) {
  if (count <= most) return;
  bad("Expected at most " + std::to_string(most) + " " + what + " but received " + std::to_string(count));
}

// A merge is not called with all of its inputs like other operators, so its rules differ.
void check_counts(const OpNode& op) {
  if (!op.merges()) at_most(limits::maxInputs, "inputs", op.inputs.size());
  at_most(limits::maxOutputs, "outputs", op.outputs.size());
  if (op.merges() ? op.inputs.size() < 2 || op.outputs.size() != 1 : (op.op->flags & kView) && op.outputs.empty()) {
    bad("too many or too few inputs or outputs");
  }
}

void parse_op(const Json& j, uint64_t seed, int& num_values, OpNode& op) {
  op.op = find_op(j.at("op"));
  op.id = j.at("id");
  op.stream = j.value("stream", op.id);
  op.source = j.value("source", -1);
  op.name = j.value("name", "");
  op.call_site = j.value("callSite", "");
  for (const Json& part : j.value("parts", Json::array())) op.parts.push_back({part.at("op"), part.at("callSite")});
  op.on_error = parse_on_error(j.value("onError", "throw"));
  op.device = parse_device(j.value("device", "cpu"));
  op.seed = j.contains("seed") ? static_cast<uint64_t>(j["seed"].get<int64_t>()) : seed;
  if (j.contains("draws")) {
    // `key` is two words, low one first; the counter must be exact in a double.
    const Json& d = j["draws"];
    op.draws = OpNode::Draws{};
    if (!d.is_null()) {
      op.seed = d.at("key").at(0).get<uint32_t>() | static_cast<uint64_t>(d["key"].at(1).get<uint32_t>()) << 32;
      op.draws->first = d.at("first").get<uint64_t>();
      op.draws->stride = d.at("stride").get<uint64_t>();
    }
  }
  op.inputs = j.at("inputs").get<std::vector<int>>();
  op.outputs = j.at("outputs").get<std::vector<int>>();
  check_counts(op);

  const ArgTable& table = *op.op->args;
  op.args.resize(table.bytes);
  table.construct(op.args.data());
  uint64_t given = 0;
  for (const auto& [name, value] : j.at("args").items()) {
    if (value.is_null()) continue;
    const int i = field_index(table, name);
    set_arg(op, table.fields[i], value);
    given |= uint64_t{1} << i;
  }
  std::memcpy(op.args.data() + table.given_offset, &given, sizeof given);

  const auto defined = [&](int v) {
    if (v < 0 || v >= num_values) throw Error(ErrorCode::INTERNAL, op.op->name + std::string(": value not defined"));
  };
  for (int v : op.inputs) defined(v);
  for (const auto& [name, value] : j.at("argInputs").items()) {
    const int i = field_index(table, name);
    if (!table.fields[i].per_sample) bad(name + std::string(" takes no per-sample values"));
    defined(value);
    const Json constants = j.value("constants", Json::array());
    op.arg_inputs.push_back({i, value, std::find(constants.begin(), constants.end(), name) != constants.end()});
  }
  if (j.contains("guards")) {
    for (const Json& g : j["guards"]) {
      defined(g.at("value"));
      op.guards.push_back({g["value"], g.at("want").get<double>()});
    }
  }
  for (int v : op.outputs) num_values = std::max(num_values, v + 1);
}

}  // namespace

void parse_program(const std::string& json, ProgramSpec& spec) {
  Json j;
  try {
    j = parse_json(json);
    spec.batch_size = j.at("batchSize");
    spec.threads = std::max(1, j.at("threads").get<int>());
    spec.seed = static_cast<uint64_t>(j.at("seed").get<int64_t>());
    spec.group = j.value("group", 0);
    spec.turns = j.value("turns", 0);
    spec.stage_id = j.value("stageId", 0);
    spec.here = j.value("here", false);
    spec.on_refused = parse_on_error(j.value("onRefused", "throw"));
    spec.actor = j.value("actor", "");
    if (j.contains("account")) {
      spec.account_block = j["account"].at("block");
      spec.account_offset = j["account"].at("offset");
      spec.device_account_offset = j["account"].value("device", 0);
      spec.pinned_account_offset = j["account"].value("pinned", 0);
    }
    for (const Json& in : j.at("inputs")) spec.inputs.push_back({in.at("mailbox"), in.at("output")});
    int num_values = static_cast<int>(spec.inputs.size());
    for (const Json& op : j.at("ops")) {
      OpNode& node = spec.ops.emplace_back();
      try {
        parse_op(op, spec.seed, num_values, node);
      } catch (const Error& e) {
        throw SampleError(e, op.value("op", ""), op.value("callSite", ""), -1, "");
      }
    }
    spec.source_value = j.value("sourceValue", -1);
    num_values = std::max(num_values, spec.source_value + 1);
    spec.outputs = j.at("outputs").get<std::vector<int>>();
    at_most(limits::maxOutputs, "outputs of a program", spec.outputs.size());
    for (int v : spec.outputs) {
      if (v < 0 || v >= num_values) throw Error(ErrorCode::INTERNAL, "output value not defined");
    }
    spec.gpu = j.value("gpu", -1);
    spec.on_device.resize(spec.outputs.size());
    if (j.contains("onDevice")) spec.on_device = j["onDevice"].get<std::vector<bool>>();
    spec.device_hint = j.value("deviceHint", int64_t{0});
    if (spec.on_device.size() != spec.outputs.size()) throw Error(ErrorCode::INTERNAL, "onDevice is of another length");
    if (spec.batch_size < 1) bad("Expected batchSize above 0");
  } catch (const Json::exception& e) {
    throw Error(ErrorCode::INTERNAL, std::string("malformed program: ") + e.what());
  }
}

}  // namespace penstock
