// See schema.h.
#include "api/schema.h"

#include <map>

#include "program/sample_error.h"

namespace penstock::api {
namespace {

using Table = std::map<std::string, Json>;

Table parsed() {
  Table table;
  for (const char* const* text = kSchemas; *text; ++text) {
    const Json one = parse_json(*text);
    for (const auto& [name, schema] : one.items()) table.emplace(name, schema);
  }
  return table;
}

}  // namespace

const Json* find_schema(const std::string& op) {
  static const Table* const table = new Table(parsed());
  const auto found = table->find(op);
  return found == table->end() ? nullptr : &found->second;
}

const Json& schema_of(const std::string& op, const std::string& call_site) {
  if (const Json* found = find_schema(op)) return *found;
  throw SampleError(Error(ErrorCode::INVALID_ARGUMENT, "Expected the name of an operator"), op, call_site, -1, "");
}

bool has_flag(const Json& schema, const char* name) { return schema.value(name, false); }

}  // namespace penstock::api
