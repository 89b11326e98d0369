// The schemas of all operators, as src/generated/schemas.ts has them for JavaScript.
#pragma once
#include <string>

#include "core/json.h"

namespace penstock::api {

// One JSON object per operator; null-terminated. Made by tools/gen.ts.
extern const char* const kSchemas[];

// The schema of an operator, or null where there is none.
const Json* find_schema(const std::string& op);
// Throws INVALID_ARGUMENT.
const Json& schema_of(const std::string& op, const std::string& call_site);
bool has_flag(const Json& schema, const char* name);

}  // namespace penstock::api
