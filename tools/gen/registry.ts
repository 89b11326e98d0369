// op.json > native/generated/registry.cc, gpu_registry.cu and sources.cmake: the list of all operators. No operator
// registers itself at load time, so nothing depends on the order of static initialisers.

import type { OpSchema } from '../schemas/op-json.js'
import type { Files } from './files.js'
import { notice } from './signatures.js'

/** The operators of `npm run demo`, whose addon is built before the others are compiled. */
const demo = new Set([
  'cropMirrorNormalize',
  'decoders.imageRandomCrop',
  'fusedResizeCropMirrorNormalize',
  'random.coinFlip',
  'readers.file',
  'resize',
])
const inDemo = (op: OpSchema) => demo.has(op.name)

function registry(cpu: readonly OpSchema[], readers: readonly OpSchema[]): string {
  return [
    notice,
    '#include "core/registry.h"',
    '#include "dataset/set/reader_op.h"',
    '',
    'namespace penstock {',
    'namespace ops {',
    ...cpu.map((op) => `extern const CpuOp ${op.symbol}_cpu;`),
    ...readers.map((op) => `extern const ReaderOp ${op.symbol}_reader;`),
    '}  // namespace ops',
    '',
    'static const CpuOp* const kCpuOps[] = {',
    ...cpu.map((op) => `    &ops::${op.symbol}_cpu,`),
    '    nullptr,',
    '};',
    '',
    'const CpuOp* const* cpu_ops() { return kCpuOps; }',
    '',
    'static const ReaderOp* const kReaderOps[] = {',
    ...readers.map((op) => `    &ops::${op.symbol}_reader,`),
    '    nullptr,',
    '};',
    '',
    'const ReaderOp* const* reader_ops() { return kReaderOps; }',
    '',
    '}  // namespace penstock',
    '',
  ].join('\n')
}

export function registryFiles(schemas: OpSchema[]): Files {
  // setup() of an operator that runs on a GPU alone is the CPU's, too.
  const cpu = schemas.filter((op) => op.native)
  const readers = schemas.filter((op) => op.reader)
  const gpu = schemas.filter((op) => op.native && op.gpuKernel)
  return {
    'native/generated/registry.cc': registry(cpu, readers),
    'native/generated/registry_demo.cc': registry(cpu.filter(inDemo), readers.filter(inDemo)),
    'native/generated/gpu_registry.cu': [
      notice,
      '#include "gpu_plugin/runtime.h"',
      '',
      'namespace penstock {',
      'namespace ops {',
      ...gpu.map((op) => `extern const gpu::Op ${op.symbol}_gpu;`),
      '}  // namespace ops',
      '',
      'namespace gpu {',
      '',
      'static const Op* const kGpuOps[] = {',
      ...gpu.map((op) => `    &ops::${op.symbol}_gpu,`),
      '    nullptr,',
      '};',
      '',
      'const Op* const* gpu_ops() { return kGpuOps; }',
      '',
      '}  // namespace gpu',
      '}  // namespace penstock',
      '',
    ].join('\n'),
    'native/generated/sources.cmake': [
      '# From native/ops/*/op.json by tools/gen.ts. Do not edit.',
      'set(PENSTOCK_OP_SOURCES',
      ...cpu.map((op) => `  native/ops/${op.symbol}/${op.symbol}_cpu.cc`),
      ')',
      'set(PENSTOCK_DEMO_OPS',
      ...schemas.filter(inDemo).map((op) => `  ${op.symbol}`),
      ')',
      'set(PENSTOCK_GPU_SOURCES',
      ...gpu.map((op) => `  native/ops/${op.symbol}/${op.symbol}_gpu.cu`),
      ')',
      '',
    ].join('\n'),
  }
}
