// op.json > native/generated/registry.cc and sources.cmake: which operators exist. No operator registers itself at
// load time, so nothing depends on the order of static initialisers.
import type { Files } from '../gen.js'
import type { OpSchema } from './schema.js'

export function registryFiles(schemas: OpSchema[]): Files {
  const cpu = schemas.filter((op) => op.native && op.devices.includes('cpu'))
  return {
    'native/generated/registry.cc': [
      '// From native/ops/*/op.json by tools/gen.ts. Do not edit.',
      '#include "core/registry.h"',
      '',
      'namespace penstock {',
      'namespace ops {',
      ...cpu.map((op) => `extern const CpuOp ${op.symbol}_cpu;`),
      '}  // namespace ops',
      '',
      'static const CpuOp* const kCpuOps[] = {',
      ...cpu.map((op) => `    &ops::${op.symbol}_cpu,`),
      '    nullptr,',
      '};',
      '',
      'const CpuOp* const* cpu_ops() { return kCpuOps; }',
      '',
      '}  // namespace penstock',
      '',
    ].join('\n'),
    'native/generated/sources.cmake': [
      '# From native/ops/*/op.json by tools/gen.ts. Do not edit.',
      'set(PENSTOCK_OP_SOURCES',
      ...cpu.map((op) => `  native/ops/${op.symbol}/${op.symbol}_cpu.cc`),
      ')',
      '',
    ].join('\n'),
  }
}
