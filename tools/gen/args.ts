// op.json > native/generated/ops/<op>.h: the argument struct of an operator and the table that the parser walks.

import { typeRow } from '../schemas/arg-types.js'
import { cap, pascal, snake, word } from '../schemas/names.js'
import type { ArgSchema, OpSchema } from '../schemas/op-json.js'
import type { Files } from './files.js'

export const structName = (op: OpSchema) => `${pascal(op.symbol)}Args`

interface Field {
  name: string
  type: string
  kind: string
  /** The initialiser of the declaration. */
  value: string
  /** For a list with a default, the array of its values. */
  array?: string
}

function fieldOf(name: string, arg: ArgSchema): Field {
  const row = typeRow(name, arg)
  if (!row) throw new Error(`argument ${name}: no kernel can read the type ${arg.type}`)
  const { default: given } = arg
  if (arg.type.endsWith('[]')) {
    const values = (given ?? []) as unknown[]
    const constant = `k${cap(name)}Default`
    const field = { name, type: `ArgList<${row.field}>`, kind: `${row.kind}s`, value: '' }
    if (!values.length) return field
    const array = `  static constexpr ${row.field} ${constant}[] = {${values.map(row.written).join(', ')}};`
    return { ...field, array, value: ` = {${constant}, ${values.length}}` }
  }
  const value = given === undefined || given === null ? row.zero : row.written(given)
  return { name, type: row.field, kind: row.kind, value: value && ` = ${value}` }
}

// The flags at the end of an ArgTable, of which the last ones that are false are left out.
function tableFlags(op: OpSchema, name: string): string {
  const flags = [Boolean(op.frames), op.frames === 'repeat', Boolean(op.wholeBatch), op.inputs[0]?.shrinks === true]
  if (typeof op.wholeBatch === 'string') return `, ${flags.join(', ')}, offsetof(${name}, ${snake(op.wholeBatch)})`
  return flags
    .slice(0, flags.lastIndexOf(true) + 1)
    .map((flag) => `, ${flag}`)
    .join('')
}

/** Arguments that take the names in `values` alone. A kernel reads the index of an imageType or interp among all names. */
const hasNames = ({ type, values }: ArgSchema): boolean => values !== undefined && /^(enum|dtype|layout)$/.test(type)

export function argsFiles(schemas: OpSchema[]): Files {
  const files: Files = {}
  for (const op of schemas) {
    if (op.kind !== 'op' && !op.reader) continue
    // Arguments that choose a reader's samples stay in JavaScript.
    const args = Object.entries(op.args).filter(([, arg]) => arg.for !== 'sampler')
    // A pass gives it, and no user.
    if (op.handedTo) args.push(['handsOn', { type: 'bool', default: false, doc: '' }])
    const name = structName(op)
    const lines = [
      `// From native/ops/${op.symbol}/op.json by tools/gen.ts. Do not edit.`,
      '#pragma once',
      '#include <cstddef>',
      '#include <limits>',
      '#include <new>',
      '#include <string_view>',
      '',
      '#include "core/args.h"',
      '#include "core/tensor.h"',
      '#include "generated/abi.h"',
      '',
      'namespace penstock::ops {',
      '',
      `struct ${name} {`,
      `  static constexpr const char* op_name = "${op.name}";`,
      '  static const ArgTable table;',
      '',
    ]
    for (const [n, a] of args) {
      if (!hasNames(a)) continue
      if (a.type === 'enum') lines.push(`  enum class ${cap(n)} : int32_t { ${a.values!.map(word).join(', ')} };`)
      lines.push(
        `  static constexpr const char* k${cap(n)}Names[] = {${a.values!.map((v) => `"${v}"`).join(', ')}, nullptr};`,
      )
    }
    if (args.length) lines.push(`  enum Field : int { ${args.map(([n]) => `k${cap(n)}`).join(', ')} };`)
    const fields = args.map(([n, a]) => fieldOf(n, a))
    lines.push(...fields.flatMap(({ array }) => array ?? []), '')
    for (const { name, type, value } of fields) lines.push(`  ${type} ${snake(name)}${value};`)
    lines.push('  uint64_t given = 0;  // bit i: field i was set by the user')
    if (args.length) lines.push('  bool has(Field f) const { return given >> f & 1; }')
    lines.push('};', '')
    const [inf, nan] = ['infinity', 'quiet_NaN'].map((name) => `std::numeric_limits<double>::${name}()`)
    if (args.length) {
      lines.push(`inline constexpr ArgField k${name}Fields[] = {`)
      for (const [n, a] of args) {
        const choices = hasNames(a)
          ? `${name}::k${cap(n)}Names`
          : a.type === 'imageType'
            ? 'kImageTypeNames'
            : a.type === 'interp'
              ? 'kInterpNames'
              : 'nullptr'
        // native/program/arg_range.h
        const range = a.nonFinite ? `${nan}, ${nan}` : `${a.min ?? `-${inf}`}, ${a.max ?? inf}`
        lines.push(
          `    {"${n}", ArgType::${fieldOf(n, a).kind}, ${!!a.perSample}, offsetof(${name}, ${snake(n)}), ${choices}, ${range}},`,
        )
      }
      lines.push('};')
    }
    lines.push(
      `inline const ArgTable ${name}::table = {${args.length ? `k${name}Fields` : 'nullptr'}, ${args.length}, sizeof(${name}), offsetof(${name}, given),`,
      `    [](void* p) { new (p) ${name}(); }${tableFlags(op, name)}};`,
      '',
      '}  // namespace penstock::ops',
      '',
    )
    files[`native/generated/ops/${op.symbol}.h`] = lines.join('\n')
  }
  return files
}
