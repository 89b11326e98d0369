// Says where a text does not have the format of a pipeline, as src/graph/conform.ts does by the same schema.
#pragma once
#include "core/json.h"

namespace penstock::api {

// Throws INVALID_ARGUMENT for JSON that is nested deeper than a text may be, which most code reads by recursion.
void check_nesting(const Json& text);
// Throws INVALID_ARGUMENT, which names the node and the field, for JSON that is no text of serialize().
void check_format(const Json& text);

}  // namespace penstock::api
