// The list of operators, made by tools/gen.ts from native/ops/*/op.json.
#pragma once
#include "core/op.h"

namespace penstock {

const CpuOp* const* cpu_ops();  // null-terminated

}  // namespace penstock
