// native/abi.json > native/generated/abi.h, its part that the C++ API's users see (native/generated/penstock/types.h),
// and src/generated/abi.ts.
import { createHash } from 'node:crypto'
import type { Files } from './files.js'

interface Abi {
  dtypes: { name: string; id: number; cpp: string }[]
  enums: Record<string, { doc: string; values: Record<string, number> }>
  errorCodes: { name: string; doc: string }[]
  [section: string]: unknown
}

const sizes: Record<string, number> = {
  uint8: 1,
  uint16: 2,
  uint32: 4,
  uint64: 8,
  int8: 1,
  int16: 2,
  int32: 4,
  int64: 8,
  float16: 2,
  float32: 4,
  float64: 8,
  bool: 1,
}
const cppName = (name: string) => (name === 'bool' ? 'boolean' : name)

/** Identifies the layouts of this abi.json. */
export const abiHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

export function abiFiles(abi: Abi, text: string): Files {
  const hash = abiHash(text)
  const groups = Object.entries(abi).filter(
    ([, v]) => typeof v === 'object' && v !== null && !Array.isArray(v) && ('constants' in v || 'values' in v),
  ) as [string, { doc: string; constants?: Record<string, number>; values?: Record<string, number> }][]
  const head = 'From native/abi.json by tools/gen.ts. Do not edit.'

  const types = [
    `// ${head}`,
    '#pragma once',
    '#include <cstdint>',
    '',
    'namespace penstock {',
    '',
    `enum class DType : int32_t { ${abi.dtypes.map((d) => `${cppName(d.name)} = ${d.id}`).join(', ')} };`,
    `inline constexpr int kNumDTypes = ${abi.dtypes.length};`,
    `inline constexpr int64_t kDTypeSizes[] = {${abi.dtypes.map((d) => sizes[d.name]).join(', ')}};`,
    `inline constexpr const char* kDTypeNames[] = {${abi.dtypes.map((d) => `"${d.name}"`).join(', ')}};`,
    'constexpr int64_t dtype_size(DType t) { return kDTypeSizes[static_cast<int>(t)]; }',
    'constexpr const char* dtype_name(DType t) { return kDTypeNames[static_cast<int>(t)]; }',
    '',
  ]
  for (const [name, e] of Object.entries(abi.enums)) {
    types.push(`// ${e.doc}`)
    types.push(
      `enum class ${name} : int32_t { ${Object.entries(e.values)
        .map(([k, v]) => `${k} = ${v}`)
        .join(', ')} };`,
    )
    types.push(
      `inline constexpr const char* k${name}Names[] = {${Object.keys(e.values)
        .map((k) => `"${k}"`)
        .join(', ')}, nullptr};`,
    )
    types.push('')
  }
  types.push('enum class ErrorCode : int32_t {')
  for (const [i, c] of abi.errorCodes.entries()) types.push(`  ${c.name} = ${i},  // ${c.doc}`)
  types.push('};')
  types.push(`inline constexpr const char* kErrorNames[] = {${abi.errorCodes.map((c) => `"${c.name}"`).join(', ')}};`)
  types.push('', '}  // namespace penstock', '')
  const h = [`// ${head}`, '#pragma once', '#include "generated/penstock/types.h"', '', 'namespace penstock {']
  h.push('', 'namespace abi {', `inline constexpr const char* hash = "${hash}";`)
  for (const [name, group] of groups) {
    h.push('', `// ${group.doc}`)
    for (const [k, v] of Object.entries(group.constants ?? {})) h.push(`inline constexpr int64_t ${k} = ${v};`)
    if (group.values)
      h.push(
        `enum ${name} : int32_t { ${Object.entries(group.values)
          .map(([k, v]) => `${name}_${k} = ${v}`)
          .join(', ')} };`,
      )
  }
  h.push('', '}  // namespace abi', '}  // namespace penstock', '')

  const ts = [
    `// ${head}`,
    '',
    `export const abiHash = '${hash}'`,
    '',
    `export const dtypeIds = { ${abi.dtypes.map((d) => `${d.name}: ${d.id}`).join(', ')} } as const`,
    'export type DType = keyof typeof dtypeIds',
    `export const dtypeNames: readonly DType[] = [${abi.dtypes.map((d) => `'${d.name}'`).join(', ')}]`,
    `export const dtypeBytes: Readonly<Record<DType, number>> = { ${abi.dtypes.map((d) => `${d.name}: ${sizes[d.name]}`).join(', ')} }`,
    '',
  ]
  for (const [name, e] of Object.entries(abi.enums)) {
    const lower = name[0]!.toLowerCase() + name.slice(1)
    ts.push(`/** ${e.doc} */`)
    ts.push(
      `export const ${lower}Ids = { ${Object.entries(e.values)
        .map(([k, v]) => `${k}: ${v}`)
        .join(', ')} } as const`,
    )
    ts.push(`export type ${name} = keyof typeof ${lower}Ids`, '')
  }
  ts.push('/** Every code of a PipelineError and what it means. */')
  ts.push('export const errorCodes = {')
  for (const c of abi.errorCodes) ts.push(`  ${c.name}: '${c.doc.replace(/'/g, "\\'")}',`)
  ts.push('} as const', 'export type ErrorCode = keyof typeof errorCodes', '')
  for (const [name, group] of groups) {
    ts.push(`/** ${group.doc} */`)
    ts.push(
      `export const ${name} = { ${Object.entries(group.constants ?? group.values ?? {})
        .map(([k, v]) => `${k}: ${v}`)
        .join(', ')} } as const`,
      '',
    )
  }
  return {
    'native/generated/abi.h': h.join('\n'),
    'native/generated/penstock/types.h': types.join('\n'),
    'src/generated/abi.ts': ts.join('\n'),
  }
}
