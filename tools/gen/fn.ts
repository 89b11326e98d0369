// op.json > src/generated/fn.ts: the types of fn.*.
import { dtypeArg, eachType, entryDtype } from '../../src/graph/schema.js'
import type { OpSchema, PortSchema } from '../schemas/op-json.js'
import type { Files } from './files.js'
import { argNotes, comment, notice, optionsName, signatures, type Tree, tree, tsType } from './signatures.js'

function optionsText(op: OpSchema): string[] {
  const lines = [`/** Arguments of \`fn.${op.name}\`. */`, `export interface ${optionsName(op)} extends OpOptions {`]
  for (const name of op.order) {
    const arg = op.args[name]!
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
  const table = typeof port.dtype === 'object' ? Object.entries(port.dtype).map(([from, to]) => `${from}: '${to}'`) : []
  const given = table.length
    ? `DtypeBy<${first}, { ${table.join('; ')} }>`
    : port.dtype === 'input'
      ? `DtypeOf<${first}>`
      : port.dtype === 'input 1'
        ? 'DtypeOf<B>'
        : port.dtype && `'${port.dtype}'`
  const by = port === op.outputs[0] ? dtypeArg(op) : undefined
  const arg = by && op.args[by]
  if (arg && arg.type === 'dtype[]') {
    const lists = [by, port.parsed].flatMap((name) => (name ? [`'${name}'`] : []))
    return given ? `AskedOfList<O, ${lists.join(' | ')}, ${given}>` : 'DType'
  }
  return arg
    ? `Asked<O, ${typeof arg.default === 'string' ? `'${arg.default}'` : (given ?? 'DType')}>`
    : (given ?? 'DType')
}

function resultType(op: OpSchema, outputs: readonly PortSchema[], inputs: readonly string[]): string {
  const first = inputs[0] === '...Rest' ? 'Rest[0]' : 'A'
  const [only] = outputs
  if (only && eachType(op, only) === 'record') {
    const table = op.args[only.each!]!.fields!.dtype!.values!.map((from) => `${from}: '${entryDtype(from)}'`)
    return `Named<O['${only.each}'], { ${table.join('; ')} }>`
  }
  const types = outputs.map((port) => `Made<${dtypeType(op, port, first)}, [${inputs.join(', ')}], O>`)
  const elements = outputs.map((port, i) =>
    port.each ? `...${port.name}: Repeated<O, '${port.each}', ${types[i]}>` : `${port.name}: ${types[i]}`,
  )
  if (outputs.some((port) => eachType(op, port) === 'int')) return `OneOrAll<[${elements.join(', ')}]>`
  if (only?.each) return `Counted<O['${only.each}'], ${types[0]!}>`
  return outputs.length === 1 ? types[0]! : `[${elements.join(', ')}]`
}

const call = {
  inputType: 'DataNode',
  portType: (port: PortSchema) => (port.constant ? 'DataNode | number | readonly number[]' : 'DataNode'),
  resultType,
}

/** Operators that take user code, which no schema describes: the type of each, and the file that declares it. */
const byHand: Readonly<Record<string, { name: string; file: string }>> = {
  externalSource: { name: 'ExternalSourceFn', file: 'external-source' },
  jsFunction: { name: 'JsFunctionFn', file: 'js-function' },
  'experimental.inputs.video': { name: 'VideoInputFn', file: 'video-input' },
  'readers.mixture': { name: 'MixtureFn', file: 'mixture' },
}

function members(node: Tree, indent: string): string[] {
  return [...node]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, child]) => {
      if (child instanceof Map) return [`${indent}${name}: {`, ...members(child, `${indent}  `), `${indent}}`]
      const type = byHand[child.name]
      if (type) return [`${indent}${name}: ${type.name}`]
      return signatures(child, indent, call)
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
    notice,
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
  return { 'src/generated/fn.ts': fnText(schemas.filter((op) => !op.internal)) }
}
