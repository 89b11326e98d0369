// See check.h.
#include "api/check.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdint>

#include "generated/plan_limits.h"
#include "program/arg_range.h"
#include "program/sample_error.h"

namespace penstock::api {
namespace {

std::string joined(const std::vector<std::string>& list) {
  std::string text;
  for (const std::string& one : list) text += (text.empty() ? "" : ", ") + one;
  return text;
}

std::vector<std::string> texts(const Json& list) { return list.get<std::vector<std::string>>(); }

void check_device(const GraphNode& node, const Json& schema) {
  const auto devices = texts(schema.at("devices"));
  const char* name = device_name(node.device);
  if (std::find(devices.begin(), devices.end(), name) != devices.end()) return;
  call_error(node, ErrorCode::UNSUPPORTED, "[" + node.op + "] has no " + name + " kernel",
             "It runs on: " + joined(devices));
}

void check_inputs(const GraphNode& node, const Json& schema) {
  const Json& ports = schema.at("inputs");
  size_t least = 0;
  bool many = false;
  std::string names;
  for (const Json& port : ports) {
    const bool optional = port.value("optional", false);
    least += !optional;
    many = port.value("many", false);
    names += (names.empty() ? "" : ", ") + port.at("name").get<std::string>() + (optional ? "?" : "");
  }
  const size_t count = node.inputs.size();
  const size_t most = node.op == "merge" ? SIZE_MAX : limits::maxInputs;
  if (count >= least && count <= (many ? most : ports.size())) return;
  if (many && count > most) {
    arg_error(node, "Expected at most " + std::to_string(most) + " inputs but received " + std::to_string(count));
  }
  const std::string range = std::to_string(least) + (many                    ? " or more"
                                                     : least == ports.size() ? ""
                                                                             : " to " + std::to_string(ports.size()));
  arg_error(node, "Expected " + range + " inputs" + (names.empty() ? "" : " (" + names + ")") + " but received " +
                      std::to_string(count));
}

// The words for a range: " >= 0", " from 1 to 64".
std::string range_text(const Json& arg) {
  const std::string last = arg.contains("max") ? " and <= " + json_text(arg["max"]) : "";
  if (arg.contains("exclusiveMin")) return " > " + json_text(arg["exclusiveMin"]) + last;
  const bool min = arg.contains("min"), max = arg.contains("max");
  if (min && max) return " from " + json_text(arg["min"]) + " to " + json_text(arg["max"]);
  return min ? " >= " + json_text(arg["min"]) : max ? " <= " + json_text(arg["max"]) : "";
}

bool within(double v, const Json& arg) {
  return !(arg.contains("min") && v < arg["min"].get<double>()) &&
         !(arg.contains("max") && v > arg["max"].get<double>()) &&
         !(arg.contains("exclusiveMin") && v <= arg["exclusiveMin"].get<double>());
}

// Some numbers in words: "2", "2 or 6", "1 to 3".
std::string lengths_text(const Json& lengths) {
  const int first = lengths.front(), last = lengths.back();
  if (lengths.size() > 2 && last - first == static_cast<int>(lengths.size()) - 1) {
    return std::to_string(first) + " to " + std::to_string(last);
  }
  std::string text;
  for (const Json& one : lengths) text += (text.empty() ? "" : " or ") + json_text(one);
  return text;
}

// Whether a list or a text of this length is refused.
bool wrong_length(const Json& arg, size_t length) {
  if (!arg.contains("lengths")) return false;
  const Json& lengths = arg["lengths"];
  return std::find(lengths.begin(), lengths.end(), Json(length)) == lengths.end();
}

// Throws unless a constant has the argument's type and range. Names of dtypes, filters and colour models are checked
// where a program is made from the node.
void check_scalar(const GraphNode& node, const std::string& name, const std::string& type, Json& v, const Json& arg,
                  bool wide) {
  const auto refuse = [&](const std::string& expected) {
    const bool text = !v.is_number_float() || std::isfinite(v.get<double>());
    arg_error(node, "Expected " + expected + " for " + name + " but received " +
                        (text ? json_text(v) : non_finite_text(v.get<double>())));
  };
  if (type == "bool") {
    if (!v.is_boolean()) refuse("true or false");
  } else if (type == "int") {
    const double x = v.is_boolean() ? v.get<bool>() : v.is_number() ? v.get<double>() : NAN;
    if (!(std::floor(x) == x && std::fabs(x) < 0x1p53)) refuse("an integer" + range_text(arg));
    if (!wide && (x < INT32_MIN || x > INT32_MAX)) refuse("a 32-bit integer");
    if (!within(x, arg)) refuse("an integer" + range_text(arg));
  } else if (type == "float") {
    const bool finite =
        v.is_string() ? !non_finite(v.get<std::string>()) : std::isfinite(v.is_number() ? v.get<double>() : 0);
    if (!finite) {
      if (!arg.value("nonFinite", false)) refuse("a finite number" + range_text(arg));
      if (v.is_number()) v = non_finite_text(v.get<double>());
      return;
    }
    if (!v.is_number()) refuse("a number" + range_text(arg));
    // Operators have it as float32, in which a larger number is infinite.
    if (std::fabs(v.get<double>()) > FLT_MAX) refuse("a float32 number" + range_text(arg));
    if (!within(v.get<double>(), arg)) refuse("a number" + range_text(arg));
  } else if (!v.is_string()) {
    refuse("a string");
  } else if (arg.contains("values")) {
    const auto known = texts(arg.at("values"));
    const bool found = std::find(known.begin(), known.end(), v.get<std::string>()) != known.end();
    std::string names;
    for (const std::string& one : known) names += (names.empty() ? "'" : ", '") + one + "'";
    if (!found) refuse("one of " + names);
  } else if (wrong_length(arg, v.get<std::string>().size())) {
    refuse(lengths_text(arg["lengths"]) + (arg["lengths"].back() == 1 ? " letter" : " letters"));
  } else if (type == "layout") {
    const auto text = v.get<std::string>();
    const bool letters =
        std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isalpha(c) || c == '*'; });
    if (!letters || text.size() > 7) refuse("a layout (up to 7 letters, such as 'HWC')");
  }
}

// Throws unless a list has as many values as it may have, in their order.
void check_list(const GraphNode& node, const std::string& name, const Json& v, const Json& arg) {
  const auto refuse = [&](const std::string& expected, const std::string& received) {
    arg_error(node, "Expected " + expected + " for " + name + " but received " + received);
  };
  if (wrong_length(arg, v.size())) {
    refuse(lengths_text(arg["lengths"]) + (arg["lengths"].back() == 1 ? " value" : " values"),
           v.empty() ? "none" : std::to_string(v.size()));
  }
  if (arg.value("notEmpty", false) && v.empty()) refuse("one value or more", "none");
  for (size_t i = 0; arg.value("distinct", false) && i < v.size(); ++i) {
    if (std::find(v.begin(), v.begin() + static_cast<Json::difference_type>(i), v[i]) !=
        v.begin() + static_cast<Json::difference_type>(i)) {
      refuse("different values", json_text(v[i]) + " twice");
    }
  }
  if (!arg.contains("ascending")) return;
  const bool strictly = arg["ascending"] == "strictly";
  const double low = v.front(), high = v.back();
  if (strictly ? low < high : low <= high) return;
  refuse(strictly ? "[lowest, highest], the second above the first," : "[lowest, highest]",
         "[" + json_text(v.front()) + ", " + json_text(v.back()) + "]");
}

void check_value(const GraphNode& node, const std::string& name, Json& v, const Json& arg, bool wide) {
  const std::string type = arg.at("type");
  if (type == "outputs") return;
  const bool list = type.size() > 2 && type.substr(type.size() - 2) == "[]";
  if (!list) return check_scalar(node, name, type, v, arg, wide);
  if (!v.is_array()) v = Json::array({v});
  Json each = arg;
  each.erase("lengths");
  for (Json& one : v) check_scalar(node, name, type.substr(0, type.size() - 2), one, each, wide);
  check_list(node, name, v, arg);
}

void check_args(GraphNode& node, const Json& schema) {
  const Json& known = schema.at("args");
  const auto refuse = [&](const std::string& name) {
    std::vector<std::string> names;
    for (const auto& [one, arg] : known.items()) names.push_back(one);
    arg_error(node, "Expected a known argument but received '" + name + "'",
              names.empty() ? "It takes no arguments of its own" : "It takes: " + joined(names));
  };
  for (const auto& [name, v] : node.arg_inputs) {
    if (!known.contains(name)) refuse(name);
    if (known[name].value("perSample", false)) continue;
    arg_error(node, "Expected a constant for " + name + " but received a node", name + " is the same for all samples");
  }
  Json args = Json::object();
  for (auto& [name, value] : node.args.items()) {
    if (!known.contains(name)) refuse(name);
    if (value.is_null()) continue;
    const Json& arg = known[name];
    const bool wide = schema.at("kind") != "op" && (!has_flag(schema, "reader") || arg.value("for", "") == "sampler");
    check_value(node, name, value, arg, wide);
    args[name] = value;
  }
  for (const auto& [name, arg] : known.items()) {
    if (!arg.value("required", false) || args.contains(name) || node.arg_inputs.count(name)) continue;
    arg_error(node, "Expected a value for " + name + " but received none");
  }
  node.args = std::move(args);
}

// The value of an argument, or its default, or this one.
Json value_of(const Json& schema, const Json& args, const std::string& name, Json otherwise) {
  return args.value(name, schema.at("args").at(name).value("default", std::move(otherwise)));
}

constexpr std::string_view kInput = "input ";

// The name of an argument, or of an optional input, in words.
std::string shown_name(const std::string& name) { return name.rfind(kInput, 0) == 0 ? "the " + name : name; }

// The names in words: "a", "a or b", "a, b or c".
std::string one_of(const Json& names) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + shown_name(names[i]);
  }
  return text;
}

// Whether a call has an argument, or an optional input: "input NAME".
bool is_given(const GraphNode& node, const std::string& name, const Json& schema) {
  if (name.rfind(kInput, 0) != 0) return node.args.contains(name) || node.arg_inputs.count(name);
  const Json& ports = schema.at("inputs");
  const auto port = std::find_if(ports.begin(), ports.end(),
                                 [&](const Json& one) { return one.at("name") == name.substr(kInput.size()); });
  return static_cast<size_t>(port - ports.begin()) < node.inputs.size();
}

// A rule of op.json between arguments. src/graph/rules.ts has the same rules in TypeScript.
void check_rule(const GraphNode& node, const Json& rule, const Json& schema) {
  const std::string hint = rule.value("hint", ""), expected = rule.value("expected", "");
  const auto given = [&](const Json& name) { return is_given(node, name, schema); };
  const auto is_on = [&](const Json& name) {
    return given(name) && node.args.value(name.get<std::string>(), Json()) != false;
  };
  const Json both = rule.value("notBoth", Json::array());
  for (size_t i = 1; i < both.size(); ++i) {
    if (!is_on(both[0]) || !is_on(both[i])) continue;
    const std::string one = shown_name(both[0]), other = shown_name(both[i]);
    arg_error(node, "Expected " + (expected.empty() ? one + " or " + other : expected) + " but received both", hint);
  }
  if (rule.contains("atLeastOne")) {
    const Json& names = rule["atLeastOne"];
    if (std::none_of(names.begin(), names.end(), given)) {
      arg_error(node, "Expected " + (expected.empty() ? one_of(names) : expected) + " but received none", hint);
    }
  }
  if (rule.contains("needs") && given(rule["needs"][0]) && !given(rule["needs"][1])) {
    const std::string one = shown_name(rule["needs"][0]), other = shown_name(rule["needs"][1]);
    arg_error(node, "Expected " + other + " along with " + one + " but received " + one + " alone", hint);
  }
  const auto constant = [&](const Json& name) { return node.args.contains(name.get<std::string>()); };
  if (rule.contains("sameLength") && constant(rule["sameLength"][0]) && constant(rule["sameLength"][1])) {
    const std::string one = rule["sameLength"][0], other = rule["sameLength"][1];
    const auto length = [&](const std::string& name) {
      const Json& v = node.args[name];
      return v.is_string() ? v.get<std::string>().size() : v.size();
    };
    const size_t a = length(one), b = length(other);
    const bool letters = node.args[one].is_string();
    if (a != b && !(letters && !a)) {
      arg_error(node,
                "Expected " + std::to_string(b) + (letters ? " letters for " : " values for ") + one + " (" + expected +
                    ") but received " + std::to_string(a),
                hint);
    }
  }
  if (rule.contains("below")) {
    const std::string one = rule["below"][0], other = rule["below"][1];
    if (node.arg_inputs.count(one) || node.arg_inputs.count(other)) return;
    const Json value = value_of(schema, node.args, one, 0), limit = value_of(schema, node.args, other, 0);
    if (value >= limit) {
      arg_error(node,
                "Expected " + one + " below " + other + " (" + json_text(limit) + ") but received " + json_text(value),
                hint);
    }
  }
}

// An argument whose values are an output each has a value, and not more than there can be outputs.
void check_outputs(const GraphNode& node, const Json& schema) {
  for (const Json& port : schema.at("outputs")) {
    const std::string name = port.value("each", "");
    if (!node.args.value(name, Json()).is_structured()) continue;
    const size_t count = node.args[name].size();
    if (count && count <= limits::maxOutputs) continue;
    arg_error(node, "Expected 1 to " + std::to_string(limits::maxOutputs) + " values for " + name +
                        ", one per output, but received " + (count ? std::to_string(count) : "none"));
  }
}

// How many outputs an argument gives: as many as an int says, else one for each entry; none for a wrong number.
size_t times_of(const Json& schema, const Json& args, const std::string& name) {
  const std::string type = schema.at("args").at(name).at("type");
  const Json value = value_of(schema, args, name, type == "record" ? 0 : 1);
  if (value.is_structured()) return value.size();
  if (type != "int" && type != "record") return 1;
  const double times = value.is_number() ? value.get<double>() : 0;
  return times >= 0 && times <= limits::maxOutputs ? static_cast<size_t>(times) : 0;
}

// Whether there is an output that depends on an optional input, on the value of an argument, or on which of several
// arguments are given.
bool is_there(const Json& schema, const Json& port, const Json& args, size_t num_inputs) {
  if (!port.contains("when")) return true;
  const Json& when = port["when"];
  if (when.is_array()) {
    return std::any_of(when.begin(), when.end(),
                       [&](const Json& name) { return args.contains(name.get<std::string>()); });
  }
  if (when.is_string() && !schema.at("args").contains(when)) {
    const Json& inputs = schema.at("inputs");
    const auto end = inputs.begin() + static_cast<Json::difference_type>(std::min(inputs.size(), num_inputs));
    return std::any_of(inputs.begin(), end, [&](const Json& input) { return input.at("name") == when; });
  }
  const std::string name = when.is_string() ? when.get<std::string>() : when.begin().key();
  const Json values = when.is_string() ? Json::array({true}) : when.front();
  return std::find(values.begin(), values.end(), value_of(schema, args, name, nullptr)) != values.end();
}

}  // namespace

void call_error(const GraphNode& node, ErrorCode code, const std::string& message, const std::string& hint) {
  throw SampleError(Error(code, message, hint), node.op, node.call_site, -1, "");
}

void arg_error(const GraphNode& node, const std::string& message, const std::string& hint) {
  call_error(node, ErrorCode::INVALID_ARGUMENT, message, hint);
}

void check_node(GraphNode& node) {
  const Json& schema = schema_of(node.op, node.call_site);
  check_device(node, schema);
  check_inputs(node, schema);
  check_args(node, schema);
  for (const Json& rule : schema.value("rules", Json::array())) check_rule(node, rule, schema);
  check_outputs(node, schema);
}

bool host_input(const Json& schema, size_t i) {
  const Json& ports = schema.at("inputs");
  if (ports.empty()) return false;
  return ports[std::min(i, ports.size() - 1)].value("host", false);
}

std::vector<Json> output_ports(const Json& schema, const Json& args, size_t num_inputs) {
  std::vector<Json> ports;
  for (const Json& port : schema.at("outputs")) {
    const bool there = is_there(schema, port, args, num_inputs);
    ports.insert(ports.end(), port.contains("each") ? times_of(schema, args, port["each"]) : there, port);
  }
  return ports;
}

void check_places(const GraphNode& node, const Graph& graph) {
  const Json& schema = schema_of(node.op, node.call_site);
  const auto away = [&](const ValueRef& v) {
    const GraphNode* from = graph.find(v.node);
    return from && from->on_gpu();
  };
  const auto fault = [&](const std::string& what, const std::string& hint) {
    arg_error(node, "Expected a value on the CPU for " + what + " but received one on the GPU", hint);
  };
  for (const auto& [name, v] : node.arg_inputs) {
    if (away(v)) fault(name, "Arguments are read on the CPU: call Cpu() on the value");
  }
  if (node.op == "copy") return;
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    if (!away(node.inputs[i]) || (node.device == Device::gpu && !host_input(schema, i))) continue;
    fault("input " + std::to_string(i), "Call Cpu() on the value, or give the operator device = Device::gpu");
  }
}

}  // namespace penstock::api
