# From native/ops/*/op.json by tools/gen.ts. Do not edit.
set(PENSTOCK_OP_SOURCES
  native/ops/crop_mirror_normalize/crop_mirror_normalize_cpu.cc
  native/ops/readers_file/readers_file_cpu.cc
)
