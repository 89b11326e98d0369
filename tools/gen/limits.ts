// native/limits.json > native/generated/plan_limits.h and src/generated/limits.ts. The header is not called limits.h,
// because that would hide the C library's header from sources that are compiled with this folder in their path.
import type { Files } from './files.js'

interface Limits {
  limits: Readonly<Record<string, { value: number; doc: string }>>
}

export function limitsFiles({ limits }: Limits): Files {
  const head = '// From native/limits.json by tools/gen.ts. Do not edit.'
  const all = Object.entries(limits)
  const h = [
    head,
    '#pragma once',
    '#include <cstddef>',
    '',
    'namespace penstock {',
    '',
    'namespace limits {',
    ...all.flatMap(([name, { value, doc }]) => [`// ${doc}`, `inline constexpr size_t ${name} = ${value};`]),
    '}  // namespace limits',
    '}  // namespace penstock',
    '',
  ]
  const ts = [
    head,
    '',
    ...all.flatMap(([name, { value, doc }]) => [`/** ${doc} */`, `export const ${name} = ${value}`]),
    '',
  ]
  return { 'native/generated/plan_limits.h': h.join('\n'), 'src/generated/limits.ts': ts.join('\n') }
}
