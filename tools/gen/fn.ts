// op.json > src/generated/schemas.ts (what the passes check against) and src/generated/fn.ts (the types of fn.*).
import type { Files } from '../gen.js'
import type { ArgSchema, OpSchema, PortSchema } from './schema.js'

const head = '// From native/ops/*/op.json by tools/gen.ts. Do not edit.'
const cap = (s: string) => s[0]!.toUpperCase() + s.slice(1)
export const optionsName = (op: OpSchema) => `${op.symbol.split('_').map(cap).join('')}Options`
export const isReserved = (name: string) =>
  /^(function|class|default|new|delete|in|return|typeof|var|void|with)$/.test(name)

// ---- schemas.ts ----

function argInfo(arg: ArgSchema): object {
  const { type, required, perSample, values, min, max, boolean, ignored, deviceDefaults, fields, for: reads } = arg
  const fallback = arg.default === undefined || arg.default === null ? undefined : arg.default
  return {
    type,
    default: fallback,
    required: required || undefined,
    perSample: perSample || undefined,
    values,
    min,
    max,
    boolean: boolean || undefined,
    ignored,
    deviceDefaults,
    fields: fields && Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, argInfo(field)])),
    for: reads,
  }
}

const portInfo = ({
  name,
  optional,
  many,
  constant,
  when,
  with: input,
  unless,
  count,
  repeat,
  dtype,
  dtypeList,
  named,
  namedDtypes,
  sizeHint,
  host,
  shrinks,
}: PortSchema) => ({
  name,
  optional: optional || undefined,
  many: many || undefined,
  constant,
  when,
  with: input,
  unless,
  count,
  repeat,
  dtype,
  dtypeList,
  named,
  namedDtypes,
  sizeHint,
  host: host || undefined,
  shrinks: shrinks || undefined,
})

const portType = (port: PortSchema) => (port.constant ? 'DataNode | number | readonly number[]' : 'DataNode')

/** What passes check calls of an operator against: OpInfo of graph/schema-types.ts, without its arguments. */
const opInfo = (op: OpSchema) => ({
  kind: op.kind,
  devices: op.devices,
  inputs: op.inputs.map(portInfo),
  outputs: op.outputs.map(portInfo),
  random: op.random || undefined,
  onError: op.onError || undefined,
  internal: op.internal || undefined,
  imperative: op.imperative || undefined,
  merges: op.merges || undefined,
  view: op.view || undefined,
  frames: op.frames || undefined,
  wholeBatch: op.wholeBatch || undefined,
  reader: op.reader || undefined,
  rules: op.rules.length ? op.rules : undefined,
})

/** OpInfo with its arguments, as plain data. */
export const schemaOf = (op: OpSchema): object => ({
  ...opInfo(op),
  args: Object.fromEntries(Object.entries(op.args).map(([name, arg]) => [name, argInfo(arg)])),
})

function schemasText(schemas: OpSchema[]): string {
  const lines = schemas.map((op) => {
    const args = Object.entries(op.args).map(([name, arg]) => `      ${name}: ${JSON.stringify(argInfo(arg))},`)
    const body = JSON.stringify(opInfo(op)).slice(1, -1)
    return [`  '${op.name}': {`, `    ${body},`, '    args: {', ...args, '    },', '  },'].join('\n')
  })
  return [
    head,
    "import type { Schemas } from '../graph/schema-types.js'",
    '',
    'export const schemas: Schemas = {',
    ...lines,
    '}',
    '',
  ].join('\n')
}

// ---- fn.ts ----

const tsTypes: Record<string, string> = {
  bool: 'boolean',
  int: 'number',
  float: 'number',
  string: 'string',
  dtype: 'DType',
  imageType: 'ImageType',
  interp: 'Interp',
  layout: 'string',
}

/**
 * The TypeScript type of an argument. `perSample`: the type that an argument which may differ per sample also accepts.
 */
export function tsType(arg: ArgSchema, perSample = 'DataNode'): string {
  if (arg.type === 'value') return 'number | readonly number[] | string'
  if (arg.fields) {
    const fields = Object.entries(arg.fields).map(
      ([key, field]) => `${key}${field.required ? '' : '?'}: ${tsType(field)}`,
    )
    const own = `{ ${fields.join('; ')} }`
    return arg.type === 'settings' ? `Readonly<${own}>` : `Readonly<Record<string, ${own}>>`
  }
  const base = arg.type.replace('[]', '')
  const scalar = base === 'enum' ? arg.values!.map((v) => `'${v}'`).join(' | ') : tsTypes[base]!
  const list = arg.type.endsWith('[]') ? `${scalar} | readonly ${scalar}[]` : scalar
  // DALI's Python API accepts a bool for an int that is a switch.
  const flag = arg.boolean ? ' | boolean' : ''
  return `${list}${flag}${arg.perSample ? ` | ${perSample}` : ''}`
}

/** A value as users write it in TypeScript. */
export const literal = (value: unknown): string => JSON.stringify(value).replace(/,/g, ', ').replace(/"/g, "'")

/** Sentences about an argument beside its meaning: default, bounds and the like. */
export function argNotes(arg: ArgSchema): string[] {
  const { min, max } = arg
  const notes: string[] = []
  if (arg.ignored) notes.push(`Without effect here: ${arg.ignored}.`)
  if (arg.required) notes.push('Required.')
  if (min !== undefined || max !== undefined)
    notes.push(
      max === undefined ? `At least ${min}.` : min === undefined ? `At most ${max}.` : `From ${min} to ${max}.`,
    )
  const others = Object.entries(arg.deviceDefaults ?? {}).map(([device, value]) => `; on '${device}' ${literal(value)}`)
  if (arg.default !== undefined && arg.default !== null)
    notes.push(`Default: ${literal(arg.default)}${others.join('')}.`)
  if (arg.perSample) notes.push('May differ per sample.')
  return notes
}

// A pattern such as `**` + `/` must not end the comment.
export function comment(indent: string, lines: string[]): string[] {
  const text = lines.map((line) => line.replace(/\*\//g, '*\\/'))
  if (text.length === 1) return [`${indent}/** ${text[0]} */`]
  return [`${indent}/**`, ...text.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`]
}

function optionsText(op: OpSchema): string[] {
  const lines = [`/** Arguments of \`fn.${op.name}\`. */`, `export interface ${optionsName(op)} extends OpOptions {`]
  for (const [name, arg] of Object.entries(op.args)) {
    lines.push(
      ...comment('  ', [[arg.doc, ...argNotes(arg)].join(' ')]),
      `  ${name}${arg.required ? '' : '?'}: ${tsType(arg)}`,
    )
  }
  const device = op.devices.map((name) => `'${name}'`).join(' | ')
  const rule = op.devices.includes('gpu') ? " Default: 'gpu' for inputs on the GPU, else 'cpu'." : " Default: 'cpu'."
  if (op.devices.length > 1)
    lines.push(
      ...comment('  ', [`Where it runs; everything is on the CPU with deviceId: null.${rule}`]),
      `  device?: ${device}`,
    )
  if (op.random)
    lines.push(
      ...comment('  ', [
        "Seed of this operator: operators of equal seeds draw the same numbers. -1, the default, derives it from the pipeline's and the operator.",
      ]),
      '  seed?: number',
    )
  if (op.onError)
    lines.push(
      ...comment('  ', ["What a bad sample does: 'throw', 'skip' or 'placeholder'. Default: the pipeline's onError."]),
      '  onError?: OnError',
    )
  return [...lines, '}', '']
}

/** The dtype of an output as a type, in terms of the type of the first input and of the options (O). */
function dtypeType(op: OpSchema, port: PortSchema, first: string): string {
  const given =
    typeof port.dtype === 'object'
      ? `DtypeBy<${first}, { ${Object.entries(port.dtype)
          .map(([from, to]) => `${from}: '${to}'`)
          .join('; ')} }>`
      : port.dtype === 'input'
        ? `DtypeOf<${first}>`
        : port.dtype === 'input 1'
          ? 'DtypeOf<B>'
          : port.dtype
            ? `'${port.dtype}'`
            : undefined
  if (port.dtypeList) return `AskedOfList<O, '${port.dtypeList}', ${given ?? 'DType'}>`
  const arg = port === op.outputs[0] ? op.args.dtype : undefined
  if (!arg) return given ?? 'DType'
  return `Asked<O, ${typeof arg.default === 'string' ? `'${arg.default}'` : (given ?? 'DType')}>`
}

function resultType(op: OpSchema, outputs: PortSchema[], inputs: string[], first: string): string {
  const [only] = outputs
  if (only?.named) {
    const table = Object.entries(only.namedDtypes!).map(([from, to]) => `${from}: '${to}'`)
    return `Named<O['${only.named}'], { ${table.join('; ')} }>`
  }
  const types = outputs.map((port) => `Made<${dtypeType(op, port, first)}, [${inputs.join(', ')}], O>`)
  const elements = outputs.map((port, i) =>
    port.repeat ? `...${port.name}: Repeated<O, '${port.repeat}', ${types[i]}>` : `${port.name}: ${types[i]}`,
  )
  if (outputs.some((port) => port.repeat)) return `OneOrAll<[${elements.join(', ')}]>`
  if (outputs[0]?.count) return `Counted<O['${outputs[0].count}'], ${types[0]!}>`
  if (outputs.length === 1) return types[0]!
  return `[${elements.join(', ')}]`
}

/** The codes of an operator's errors, each with the case in which it is thrown. */
export function errorNotes(op: OpSchema): [code: string, when: string][] {
  const args = 'an argument has a wrong name, type or value'
  const { INVALID_ARGUMENT: own, ...rest } = op.errors ?? {}
  return [['INVALID_ARGUMENT', own ? `${args}; ${own}` : args], ...Object.entries(rest)]
}

/**
 * The documentation of an operator: function, inputs, outputs, source of the formula, errors. `outputs`: those
 * returned.
 */
export const signatureDoc = (op: OpSchema, inputs: readonly PortSchema[], outputs: readonly PortSchema[]): string[] => [
  op.doc,
  ...(op.source ? ['', `Source: ${op.source}.`] : []),
  '',
  `Errors: ${errorNotes(op)
    .map(([code, when]) => `${code} (${when})`)
    .join(', ')}.`,
  ...(inputs.some((port) => port.doc) ? ['', ...inputs.map((port) => `@param ${port.name} ${port.doc}`)] : []),
  ...(outputs.some((port) => port.doc)
    ? [
        '',
        `@returns ${outputs
          .map((port) => port.doc)
          .filter(Boolean)
          .join(' ')}`,
      ]
    : []),
]

/** The outputs that a call has whatever its arguments and inputs are. */
export const fixedOutputs = (op: OpSchema) =>
  op.outputs.filter((port) => !port.when && !port.with && !port.unless && !port.repeat)

/** The condition under which there is an output, as it goes on after the output's name. */
export function outputCondition(
  { when, with: input, unless, repeat }: PortSchema,
  written = (name: string) => name,
): string {
  if (repeat) return `, ${written(repeat)} times`
  const [without] = Object.entries(unless ?? {})
  if (without) return `, unless ${written(without[0])} is ${literal(without[1])}`
  return when || input ? `, with ${written((when ?? input)!)}` : ''
}

/** A value of an argument on which outputs depend, as a type. */
interface Choice {
  arg: string
  value: string
}

/** All combinations of the values of arguments on which outputs depend, those of most arguments first. */
export function outputChoices(op: OpSchema): Choice[][] {
  const all = op.outputs.flatMap(({ when, unless }): Choice[] => [
    ...(when ? [{ arg: when, value: 'true' }] : []),
    ...Object.entries(unless ?? {}).map(([arg, value]) => ({ arg, value: literal(value) })),
  ])
  const single = all.filter((choice, i) => all.findIndex(({ arg }) => arg === choice.arg) === i)
  let sets: Choice[][] = [[]]
  for (const choice of single) sets = [...sets.map((set) => [...set, choice]), ...sets]
  return sets.sort((a, b) => b.length - a.length)
}

/** The outputs of a call with these inputs and values of arguments. */
export const outputsWith = (op: OpSchema, inputs: readonly PortSchema[], chosen: readonly Choice[]): PortSchema[] =>
  op.outputs.filter(
    (port) =>
      (!port.when || chosen.some(({ arg }) => arg === port.when)) &&
      (!port.with || inputs.some(({ name }) => name === port.with)) &&
      !Object.keys(port.unless ?? {}).some((name) => chosen.some(({ arg }) => arg === name)),
  )

/** The type of options with these values. */
export const chosenType = (options: string, chosen: readonly Choice[]): string =>
  [options, ...chosen.map(({ arg, value }) => `{ ${arg}: ${value} }`)].join(' & ')

// One overload per number of inputs, and per combination of arguments on which outputs depend.
/**
 * The overloads of an operator whose last input may be repeated: without options, and with them behind the inputs.
 * `all`: the types of all inputs, as the elements of a tuple.
 */
export function manySignatures(op: OpSchema, type: string, resultOf: (all: string[]) => string): string[] {
  const name = op.name.split('.').at(-1)!
  const options = optionsName(op)
  const fixed = op.inputs.slice(0, -1)
  const last = op.inputs.at(-1)!
  const required = Object.values(op.args).some((arg) => arg.required)
  const letters = fixed.map((_, i) => String.fromCharCode(65 + i))
  const own = letters.map((letter) => `${letter} extends ${type}`)
  const inputs = fixed.map((port, i) => `${port.name}: ${letters[i]}`)
  const rest = `Rest extends ${last.optional ? `readonly ${type}[]` : `readonly [${type}, ...${type}[]]`}`
  const result = resultOf([...letters, '...Rest'])
  const plain = `${name}<${[...own, rest].join(', ')}>(${[...inputs, `...${last.name}: Rest`].join(', ')}): ${result.replace(/\bO\b/g, 'None')}`
  const given = `...given: [...${last.name}: Rest, options: Given<O, ${options}>]`
  const asked = `${name}<${[...own, rest, `const O extends ${options}`].join(', ')}>(${[...inputs, given].join(', ')}): ${result}`
  return required ? [asked] : [plain, asked]
}

// One overload per number of inputs, and per argument that adds an output.
function signatures(op: OpSchema, indent: string): string[] {
  const name = op.name.split('.').at(-1)!
  const method = isReserved(name) ? `'${name}'` : name
  const options = optionsName(op)
  if (op.inputs.at(-1)?.many) {
    const doc = comment(indent, signatureDoc(op, op.inputs.slice(0, -1), op.outputs))
    const resultOf = (all: string[]) => resultType(op, op.outputs, all, all.length > 1 ? 'A' : 'Rest[0]')
    return manySignatures(op, 'DataNode', resultOf).flatMap((line) => [...doc, indent + line])
  }
  const required = Object.values(op.args).some((arg) => arg.required)
  const least = op.inputs.filter((port) => !port.optional).length
  const out: string[] = []
  for (let count = least; count <= op.inputs.length; count++) {
    const ports = op.inputs.slice(0, count)
    const letters = ports.map((_, i) => String.fromCharCode(65 + i))
    const inputs = ports.map((port, i) => `${port.name}: ${letters[i]}`)
    for (const chosen of outputChoices(op)) {
      const outputs = outputsWith(op, ports, chosen)
      const counted = op.outputs.some((port) => port.count || port.named || port.repeat) ? 'const ' : ''
      const bound = chosen.length
        ? `${counted}O extends ${chosenType(options, chosen)}`
        : `${counted}O extends ${options}${required ? '' : ' = None'}`
      const types = [...ports.map((port, i) => `${letters[i]} extends ${portType(port)}`), bound]
      const last = `options${required || chosen.length ? '' : '?'}: Given<O, ${options}>`
      const result = resultType(op, outputs, letters, 'A')
      const doc = comment(indent, signatureDoc(op, ports, outputs))
      out.push(...doc, `${indent}${method}<${types.join(', ')}>(${[...inputs, last].join(', ')}): ${result}`)
    }
  }
  return out
}

export type Tree = Map<string, Tree | OpSchema>

/** Operators that take user code, which no schema describes: the type of each, and the file that declares it. */
const byHand: Readonly<Record<string, { name: string; file: string }>> = {
  externalSource: { name: 'ExternalSourceFn', file: 'external-source' },
  jsFunction: { name: 'JsFunctionFn', file: 'js-function' },
}

export function tree(schemas: OpSchema[]): Tree {
  const root: Tree = new Map()
  for (const op of schemas) {
    const parts = op.name.split('.')
    let at = root
    for (const part of parts.slice(0, -1)) {
      if (!at.has(part)) at.set(part, new Map())
      at = at.get(part) as Tree
    }
    at.set(parts.at(-1)!, op)
  }
  return root
}

function members(node: Tree, indent: string): string[] {
  return [...node]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, child]) => {
      if (child instanceof Map) return [`${indent}${name}: {`, ...members(child, `${indent}  `), `${indent}}`]
      const type = byHand[child.name]
      if (type) return [`${indent}${name}: ${type.name}`]
      return signatures(child, indent)
    })
}

function fnText(schemas: OpSchema[]): string {
  const options = schemas.filter((op) => !byHand[op.name]).flatMap(optionsText)
  const body = [
    ...options,
    '/** The operators, as functions that add a node to the pipeline being defined. */',
    'export interface Fn {',
    ...members(tree(schemas), '  '),
    '}',
    '',
  ]
  const used = (name: string) => body.some((line) => new RegExp(`\\b${name}\\b`).test(line))
  const hand = Object.values(byHand).filter(({ name }) => used(name))
  const importOf = ({ name, file }: { name: string; file: string }) =>
    `import type { ${name} } from '../api/${file}.js'`
  const abi = ['DType', 'ImageType', 'Interp'].filter(used)
  const typed = [
    'Asked',
    'AskedOfList',
    'Counted',
    'DtypeBy',
    'DtypeOf',
    'Given',
    'Made',
    'Named',
    'None',
    'OneOrAll',
    'Repeated',
  ].filter(used)
  return [
    head,
    ...hand.filter(({ file }) => file < 'fn').map(importOf),
    "import type { OpOptions } from '../definition/op-options.js'",
    ...hand.filter(({ file }) => file > 'fn').map(importOf),
    "import type { DataNode } from '../definition/node.js'",
    ...(typed.length ? [`import type { ${typed.join(', ')} } from '../api/typed.js'`] : []),
    ...(used('OnError') ? ["import type { OnError } from '../graph/types.js'"] : []),
    ...(abi.length ? [`import type { ${abi.join(', ')} } from './abi.js'`] : []),
    '',
    ...body,
  ].join('\n')
}

export function fnFiles(schemas: OpSchema[]): Files {
  return {
    'src/generated/schemas.ts': schemasText(schemas),
    'src/generated/fn.ts': fnText(schemas.filter((op) => !op.internal)),
  }
}
