// The types of arguments in all languages: a row for each type of a single value. A list has the row of its values.
import type { ArgInfo } from '../../src/graph/schema-types.js'
import { cap, word } from './names.js'

interface Row {
  /** In TypeScript; for types without a fixed set of values also what `typeof` gives. */
  ts: string
  /** In the argument struct of a kernel. */
  field: string
  /** In the options of the C++ API, if it has the type. */
  api?: string
  /** How the argument struct is filled: an ArgType of native/core/args.h, with an s for lists. */
  kind: string
  /** The field's value without a default, as C++ writes it; '' for one that is empty. */
  zero: string
  /** A value as C++ writes it. */
  written: (value: unknown) => string
}

const quoted = (value: unknown) => `"${value}"`
const float = (value: unknown) => (Number.isInteger(value) ? `${value}.0f` : `${value}f`)
const text = { ts: 'string', field: 'std::string_view', kind: 'string', zero: '', written: quoted }
const choice = (type: string, kind: string, zero: string, ts = type): Row => ({
  ...{ ts, kind, field: type, api: type, zero: `${type}::${zero}` },
  written: (value) => `${type}::${type === 'DType' && value === 'bool' ? 'boolean' : word(String(value))}`,
})

const rows: Readonly<Record<string, Row>> = {
  bool: { ts: 'boolean', field: 'bool', api: 'bool', kind: 'boolean', zero: 'false', written: String },
  int: { ts: 'number', field: 'int32_t', api: 'int64_t', kind: 'integer', zero: '0', written: String },
  float: { ts: 'number', field: 'float', api: 'double', kind: 'number', zero: '0', written: float },
  string: { ...text, api: 'std::string' },
  layout: { ...text, field: 'Layout', api: 'std::string', kind: 'layout' },
  dtype: choice('DType', 'dtype', 'uint8'),
  imageType: choice('ImageType', 'choice', 'rgb'),
  interp: choice('Interp', 'choice', 'linear'),
  // Native code gets these as JSON.
  record: text,
  settings: text,
}

/** The row of an argument's type; undefined for types that only functions written by hand, or fields of a record, have. */
export function typeRow(name: string, { type, values }: Pick<ArgInfo, 'type' | 'values'>): Row | undefined {
  if (type !== 'enum') return rows[type.replace('[]', '')]
  return choice(cap(name), 'choice', word(values![0]!), values!.map((value) => `'${value}'`).join(' | '))
}
