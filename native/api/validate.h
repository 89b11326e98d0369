// Checks a graph that comes as text; src/graph/validate.ts does so for JavaScript.
#pragma once
#include "api/graph.h"

namespace penstock::api {

// Throws INVALID_ARGUMENT, which names the node, where nodes say of each other what cannot be: equal ids, values that
// no earlier node makes, values of another branch, another number of outputs than the operator has.
void validate(const Graph& graph);

}  // namespace penstock::api
