# From native/ops/*/op.json by tools/gen.ts. Do not edit.
set(PENSTOCK_OP_SOURCES
  native/ops/cast/cast_cpu.cc
  native/ops/crop/crop_cpu.cc
  native/ops/crop_mirror_normalize/crop_mirror_normalize_cpu.cc
  native/ops/flip/flip_cpu.cc
  native/ops/random_coin_flip/random_coin_flip_cpu.cc
  native/ops/random_normal/random_normal_cpu.cc
  native/ops/random_uniform/random_uniform_cpu.cc
  native/ops/readers_file/readers_file_cpu.cc
  native/ops/resize/resize_cpu.cc
  native/ops/slice/slice_cpu.cc
  native/ops/transpose/transpose_cpu.cc
)
