// op.json > native/generated/ops/<op>.h: the argument struct of an operator and the table that the parser walks.
import type { Files } from '../gen.js'
import { type ArgSchema, type OpSchema, snake } from './schema.js'

const cap = (s: string) => s[0]!.toUpperCase() + s.slice(1)
const pascal = (symbol: string) => symbol.split('_').map(cap).join('')
const keywords = new Set(['auto', 'default'])
// Keywords of C++ get an underscore, and so does what no name may contain.
const constant = (value: string) => (keywords.has(value) ? `${value}_` : value.replace(/[^a-z0-9]+/gi, '_'))

export const structName = (op: OpSchema) => `${pascal(op.symbol)}Args`

function cppType(name: string, arg: ArgSchema): string {
  switch (arg.type) {
    case 'bool':
      return 'bool'
    case 'int':
      return 'int32_t'
    case 'float':
      return 'float'
    case 'string':
    case 'record': // as JSON
    case 'settings':
      return 'std::string_view'
    case 'value':
      throw new Error(`${name}: only a field of a record is a value`)
    case 'dtype':
      return 'DType'
    case 'imageType':
      return 'ImageType'
    case 'interp':
      return 'Interp'
    case 'layout':
      return 'Layout'
    case 'enum':
      return cap(name)
    case 'int[]':
      return 'ArgList<int32_t>'
    case 'float[]':
      return 'ArgList<float>'
    case 'string[]':
      return 'ArgList<std::string_view>'
    case 'dtype[]':
      return 'ArgList<DType>'
  }
}

const kinds: Record<ArgSchema['type'], string> = {
  bool: 'boolean',
  int: 'integer',
  float: 'number',
  string: 'string',
  record: 'string',
  settings: 'string',
  value: 'string',
  dtype: 'dtype',
  imageType: 'choice',
  interp: 'choice',
  layout: 'layout',
  enum: 'choice',
  'int[]': 'integers',
  'float[]': 'numbers',
  'string[]': 'strings',
  'dtype[]': 'dtypes',
}

const float = (v: number) => (Number.isInteger(v) ? `${v}.0f` : `${v}f`)

// The initialiser of a field's declaration; where the default is a list, also a static array that precedes it.
function init(name: string, arg: ArgSchema): { before?: string; value: string } {
  const v = arg.default
  if (v === undefined || v === null) {
    if (arg.type === 'dtype') return { value: ' = DType::uint8' }
    if (arg.type === 'imageType') return { value: ' = ImageType::rgb' }
    if (arg.type === 'interp') return { value: ' = Interp::linear' }
    if (arg.type === 'enum') return { value: ` = ${cap(name)}::${constant(arg.values![0]!)}` }
    return { value: arg.type === 'bool' ? ' = false' : arg.type === 'int' || arg.type === 'float' ? ' = 0' : '' }
  }
  switch (arg.type) {
    case 'bool':
    case 'int':
      return { value: ` = ${v}` }
    case 'float':
      return { value: ` = ${float(v as number)}` }
    case 'string':
    case 'layout':
      return { value: ` = "${v}"` }
    case 'dtype':
      return { value: ` = DType::${v === 'bool' ? 'boolean' : v}` }
    case 'imageType':
      return { value: ` = ImageType::${v}` }
    case 'interp':
      return { value: ` = Interp::${v}` }
    case 'enum':
      return { value: ` = ${cap(name)}::${constant(v as string)}` }
    default: {
      const list = v as (number | string)[]
      if (!list.length) return { value: '' }
      const element = cppType(name, arg).slice('ArgList<'.length, -1)
      const items = list.map((x) => (arg.type === 'float[]' ? float(x as number) : arg.type === 'int[]' ? x : `"${x}"`))
      return {
        before: `  static constexpr ${element} k${cap(name)}Default[] = {${items.join(', ')}};`,
        value: ` = {k${cap(name)}Default, ${list.length}}`,
      }
    }
  }
}

// The flags at the end of an ArgTable, of which the last ones that are false are left out.
function tableFlags(op: OpSchema, name: string): string {
  const flags = [op.frames, op.wholeBatch !== false, op.inputs[0]?.shrinks === true]
  if (typeof op.wholeBatch === 'string') return `, ${flags.join(', ')}, offsetof(${name}, ${snake(op.wholeBatch)})`
  return flags
    .slice(0, flags.lastIndexOf(true) + 1)
    .map((flag) => `, ${flag}`)
    .join('')
}

export function argsFiles(schemas: OpSchema[]): Files {
  const files: Files = {}
  for (const op of schemas) {
    if (op.kind !== 'op' && !op.reader) continue
    // Arguments that choose a reader's samples stay in JavaScript.
    const args = Object.entries(op.args).filter(([, arg]) => arg.for !== 'sampler')
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
      if (a.type !== 'enum') continue
      lines.push(`  enum class ${cap(n)} : int32_t { ${a.values!.map(constant).join(', ')} };`)
      lines.push(
        `  static constexpr const char* k${cap(n)}Names[] = {${a.values!.map((v) => `"${v}"`).join(', ')}, nullptr};`,
      )
    }
    if (args.length) lines.push(`  enum Field : int { ${args.map(([n]) => `k${cap(n)}`).join(', ')} };`)
    for (const [n, a] of args) {
      const { before } = init(n, a)
      if (before) lines.push(before)
    }
    lines.push('')
    for (const [n, a] of args) {
      const { value } = init(n, a)
      lines.push(`  ${cppType(n, a)} ${snake(n)}${value};`)
    }
    lines.push('  uint64_t given = 0;  // bit i: field i was set by the user')
    if (args.length) lines.push('  bool has(Field f) const { return given >> f & 1; }')
    lines.push('};', '')
    const inf = 'std::numeric_limits<double>::infinity()'
    if (args.length) {
      lines.push(`inline constexpr ArgField k${name}Fields[] = {`)
      for (const [n, a] of args) {
        const choices =
          a.type === 'enum'
            ? `${name}::k${cap(n)}Names`
            : a.type === 'imageType'
              ? 'kImageTypeNames'
              : a.type === 'interp'
                ? 'kInterpNames'
                : 'nullptr'
        lines.push(
          `    {"${n}", ArgType::${kinds[a.type]}, ${!!a.perSample}, offsetof(${name}, ${snake(n)}), ${choices}, ${a.min ?? `-${inf}`}, ${a.max ?? inf}},`,
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
