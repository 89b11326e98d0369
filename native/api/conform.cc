// See conform.h.
#include "api/conform.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <optional>
#include <regex>
#include <vector>

#include "core/error.h"
#include "generated/graph_format.h"

namespace penstock::api {
namespace {

using Path = std::vector<Json>;  // names and numbers

struct Misfit {
  Path path;
  std::string expected;
  std::optional<Json> received;  // none: nothing is there
  std::string known;             // the names that the object may have, if it has `received`, which is another one
};

const Json& schema() {
  static const Json* const parsed = new Json(parse_json(kGraphFormat));
  return *parsed;
}

const Json& target(const Json& format) {
  const auto ref = format.find("$ref");
  return ref == format.end() ? format : schema().at(Json::json_pointer(ref->get_ref<const std::string&>().substr(1)));
}

bool is_whole(const Json& value) {
  if (!value.is_number()) return false;
  const double number = value.get<double>();
  return std::abs(number) <= 9007199254740991.0 && number == std::trunc(number);
}

bool is_kind(const std::string& kind, const Json& value) {
  if (kind == "integer") return is_whole(value);
  if (kind == "number") return value.is_number();
  return kind == value.type_name();  // null, boolean, string, array, object
}

bool is_one_of(const Json& kinds, const Json& value) {
  if (!kinds.is_array()) return is_kind(kinds, value);
  return std::any_of(kinds.begin(), kinds.end(), [&](const Json& kind) { return is_kind(kind, value); });
}

// A text, at most so long that a message can hold it.
std::string shown(const Json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) {
    std::string items;
    for (size_t i = 0; i < std::min<size_t>(value.size(), 6); ++i) items += (i ? ", " : "") + shown(value[i]);
    return "[" + items + (value.size() > 6 ? ", ... " + std::to_string(value.size()) + " values]" : "]");
  }
  const std::string* text = value.get_ptr<const std::string*>();
  return json_text(text && text->size() > 60 ? Json(text->substr(0, 57) + "...") : value);
}

Misfit wrong(const Json& format, const Json& received) { return {{}, format.at("title"), received, {}}; }

// What is wrong with what stands at `step`.
std::optional<Misfit> below(Json step, std::optional<Misfit> found) {
  if (found) found->path.insert(found->path.begin(), std::move(step));
  return found;
}

bool matches(const std::string& pattern, const std::string& text) {
  thread_local std::map<std::string, std::regex> made;
  const auto own = made.try_emplace(pattern, pattern).first;
  return std::regex_search(text, own->second, std::regex_constants::match_continuous);
}

// Whether the value itself is right; what it holds is another question.
bool is_plain(const Json& format, const Json& value) {
  if (format.contains("const")) return value == format["const"];
  if (format.contains("enum")) {
    const Json& all = format["enum"];
    return std::find(all.begin(), all.end(), value) != all.end();
  }
  if (!is_one_of(format.at("type"), value)) return false;
  if (value.is_number()) {
    const double number = value.get<double>();
    return number >= format.value("minimum", number) && number <= format.value("maximum", number);
  }
  if (value.is_string() && format.contains("pattern")) return matches(format["pattern"], value);
  if (!value.is_array()) return true;
  return value.size() >= format.value("minItems", size_t{0}) && value.size() <= format.value("maxItems", SIZE_MAX);
}

std::optional<Misfit> misfit(const Json& given, const Json& value);

std::string names_of(const Json& object) {
  std::string names;
  for (const auto& [name, field] : object.items()) names += (names.empty() ? "" : ", ") + name;
  return names;
}

std::optional<Misfit> of_fields(const Json& format, const Json& value) {
  static const Json kNone = Json::object();
  const auto fields = format.find("properties"), rest = format.find("additionalProperties");
  const Json& properties = fields == format.end() ? kNone : *fields;
  for (const auto& [name, field] : properties.items()) {
    const auto own = value.find(name);
    if (own == value.end()) continue;
    if (auto found = below(name, misfit(field, *own))) return found;
  }
  for (const Json& name : format.value("required", Json::array())) {
    if (value.contains(name)) continue;
    return below(name, Misfit{{}, target(properties[name.get<std::string>()]).at("title"), std::nullopt, {}});
  }
  if (rest == format.end()) return std::nullopt;
  for (const auto& [name, own] : value.items()) {
    if (properties.contains(name)) continue;
    if (rest->is_boolean()) return Misfit{{}, "a known field", Json(name), names_of(properties)};
    if (auto found = below(name, misfit(*rest, own))) return found;
  }
  return std::nullopt;
}

// The first place at which `value` does not have the format.
std::optional<Misfit> misfit(const Json& given, const Json& value) {
  const Json& format = target(given);
  if (format.contains("anyOf")) {
    for (const Json& one : format["anyOf"]) {
      const Json& kind = one.at("type");
      if (is_one_of(kind, value) || (value.is_number() && kind == "integer")) return misfit(one, value);
    }
    return wrong(format, value);
  }
  if (!is_plain(format, value)) return wrong(format, value);
  if (value.is_object()) return of_fields(format, value);
  if (!value.is_array() || !format.contains("items")) return std::nullopt;
  for (size_t i = 0; i < value.size(); ++i) {
    if (auto found = below(i, misfit(format["items"], value[i]))) return found;
  }
  return std::nullopt;
}

// inputs[0].node
std::string path_text(const Path& path) {
  std::string text;
  for (const Json& step : path) {
    if (step.is_number()) {
      text += "[" + std::to_string(step.get<size_t>()) + "]";
      continue;
    }
    const std::string& name = step.get_ref<const std::string&>();
    const bool plain = !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
      return c < 128 && (std::isalnum(c) || c == '_');
    });
    text += plain ? (text.empty() ? "" : ".") + name : "[" + shown(step) + "]";
  }
  return text;
}

// Where a node stands: its place, and its names if it has any.
std::string title_of(const Json& node, size_t i) {
  std::string names;
  for (const char* field : {"name", "op"}) {
    if (!node.is_object() || !node.contains(field) || !node[field].is_string() || node[field] == "") continue;
    names += (names.empty() ? "" : ", ") + shown(node[field]);
  }
  return "node " + std::to_string(i) + (names.empty() ? "" : " (" + names + ")");
}

std::string text_of(Misfit found, const Json& text) {
  std::string of;
  Path& path = found.path;
  if (path.size() >= 3 && path[0] == "graph" && path[1] == "nodes") {
    of = " of " + title_of(text["graph"]["nodes"][path[2].get<size_t>()], path[2]);
    path.erase(path.begin(), path.begin() + 3);
  }
  const std::string place = path.empty() ? "" : " for " + path_text(path);
  const std::string received = found.received ? shown(*found.received) : "none";
  return "Expected " + found.expected + place + " but received " + received + of;
}

// Without recursion: the text may be anyone's.
bool is_too_deep(const Json& text) {
  std::vector<const Json*> level = {&text}, next;
  for (size_t depth = 0; depth <= kMaxNesting; ++depth) {
    next.clear();
    for (const Json* value : level) {
      if (!value->is_structured()) continue;
      for (const Json& one : *value) next.push_back(&one);
    }
    if (next.empty()) return false;
    std::swap(level, next);
  }
  return true;
}

}  // namespace

void check_nesting(const Json& text) {
  if (!is_too_deep(text)) return;
  throw Error(ErrorCode::INVALID_ARGUMENT, "Expected lists and objects nested at most " + std::to_string(kMaxNesting) +
                                               " deep but received deeper ones");
}

void check_format(const Json& text) {
  const auto found = misfit(schema(), text);
  if (!found) return;
  const Json& version = schema()["properties"]["penstock"]["const"];
  const bool newer = found->path == Path{"penstock"} && found->received && *found->received > version;
  const std::string fields = found->known.empty() ? "" : "Fields are: " + found->known;
  throw Error(ErrorCode::INVALID_ARGUMENT, text_of(*found, text),
              newer ? "A newer penstock wrote it: use that one to read it" : fields);
}

}  // namespace penstock::api
