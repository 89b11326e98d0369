# From native/ops/*/op.json by tools/gen.ts. Do not edit.
set(PENSTOCK_OP_SOURCES
  native/ops/flip/flip_cpu.cc
)
