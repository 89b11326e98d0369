// op.json > src/generated/dynamic.ts: every operator as a function on data, with a result that is a Batch where a batch
// goes in, and the exports of penstock-data/dynamic (a module's names must be written out).
import type { OpSchema, PortSchema } from '../schemas/op-json.js'
import type { Files } from './files.js'
import { missingOperators } from './missing.js'
import {
  argNotes,
  comment,
  isReserved,
  notice,
  optionsName,
  signatures,
  type Tree,
  tree,
  tsType,
} from './signatures.js'

/** Namespaces that src/dynamic.ts writes by hand. */
const byHand = ['readers', 'random', 'math']

/** Rewrites words about graphs in an op.json text for imperative mode. */
const spoken = (text: string) =>
  text
    .replace(
      "The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own.",
      'The draws follow from `rng` alone: its seed, and how many calls have drawn from it.',
    )
    .replace(/\ba node\b/g, 'a Tensor or a Batch')

function optionsText(op: OpSchema): string[] {
  const kinds = [...(op.random ? ['RandomOptions'] : []), ...(op.onError ? ['DecodeOptions'] : [])]
  const bases = kinds.length ? kinds.join(', ') : 'CallOptions'
  const lines = [`/** Arguments of \`nd.${op.name}\`. */`, `export interface ${optionsName(op)} extends ${bases} {`]
  for (const name of op.order) {
    const arg = op.args[name]!
    lines.push(
      ...comment('  ', [spoken([arg.doc, ...argNotes(arg)].join(' '))]),
      `  ${name}${arg.required ? '' : '?'}: ${tsType(arg, 'PerSample')}${arg.required ? '' : ' | undefined'}`,
    )
  }
  // For an operator that begins on the CPU, 'gpu' is the device that a graph calls 'mixed'.
  const rule = op.devices.includes('gpu') ? "'gpu' for inputs on the GPU, else 'cpu'" : "'cpu'"
  if (op.devices.length > 1)
    lines.push(
      ...comment('  ', [`Where it runs; inputs that lie elsewhere are copied there. Default: ${rule}.`]),
      `  device?: DeviceLike${op.devices.includes('mixed') ? " | 'mixed'" : ''} | undefined`,
    )
  return [...lines, '}', '']
}

/** The type of the result: data of the kind that the inputs, or the options, have. */
function resultType({ name }: OpSchema, outputs: readonly PortSchema[], inputs: readonly string[]): string {
  const many = inputs.at(-1) === '...Rest'
  const [only] = outputs
  if (many && (outputs.length > 1 || only!.each))
    throw new Error(`${name}: no type for any number of inputs and outputs`)
  const kind = many
    ? `Joined<KindOfAll<[${inputs.join(', ')}]>, KindOfOptions<O>>`
    : inputs.reduceRight((rest, letter) => `Joined<KindOf<${letter}>, ${rest}>`, 'KindOfOptions<O>')
  const result = `Result<${kind}>`
  if (only?.each) return `Counted<O['${only.each}'], ${result}>`
  return outputs.length === 1 ? result : `[${outputs.map((port) => `${port.name}: ${result}`).join(', ')}]`
}

const call = { inputType: 'Input', portType: () => 'Input', resultType, spoken }

function members(node: Tree, indent: string): string[] {
  return [...node]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, child]) =>
      child instanceof Map
        ? [`${indent}readonly ${name}: {`, ...members(child, `${indent}  `), `${indent}}`]
        : signatures(child, indent, call),
    )
}

/** `inReaders`: namespaces that readers.ts exports, with these operators. */
function exported(node: Tree, inReaders: ReadonlySet<string>): string[] {
  return [...node]
    .filter(([name]) => !inReaders.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, child]) => {
      if (isReserved(name)) throw new Error(`${name}: no name that a module can export`)
      const doc = child instanceof Map ? [`/** Operators: nd.${name}.* */`] : []
      return [...doc, `export const ${name}: Ops['${name}'] = ops.${name}`].join('\n')
    })
}

/** The namespaces that readers.ts has. */
const readerNamespaces = (all: OpSchema[]): Set<string> =>
  new Set(all.filter((op) => op.reader).map((op) => op.name.split('.')[0]!))

/**
 * Exports for DALI's operators that are missing: a module, unlike an object, cannot answer for names it does not
 * export.
 */
function notHereYet(all: OpSchema[], own: Tree): string[] {
  const heads = missingOperators(all).map(({ name }) => name.split('.') as [string, ...string[]])
  const taken = new Set([...own.keys(), ...byHand, ...readerNamespaces(all)])
  const names = [...new Set(heads.map(([head]) => head))].filter((name) => !taken.has(name)).sort()
  return names.map((name) => {
    const single = heads.some((parts) => parts.length === 1 && parts[0] === name)
    const doc = `/** @deprecated Not here yet: a call throws UNSUPPORTED and says what to use. */`
    const value = single
      ? `${name}: NotHereYet = missing('${name}')`
      : `${name}: Readonly<Record<string, NotHereYet>> = missingNamespace('${name}')`
    return `${doc}\nexport const ${value}`
  })
}

export function dynamicFiles(all: OpSchema[]): Files {
  const schemas = all.filter((op) => op.kind === 'op' && !op.internal && !op.fed)
  const root = tree(schemas)
  const body = [
    ...schemas.flatMap(optionsText),
    '/** The operators, as functions on data. */',
    'export interface Ops {',
    ...members(root, '  '),
    '}',
    '',
  ]
  const used = (name: string) => body.some((line) => new RegExp(`\\b${name}\\b`).test(line))
  const abi = ['DType', 'ImageType', 'Interp'].filter(used)
  const own = [
    ...['CallOptions', 'Counted', 'DecodeOptions', 'Given', 'Input', 'Joined', 'KindOf', 'KindOfAll', 'KindOfOptions'],
    ...['None', 'PerSample', 'RandomOptions', 'Result'],
  ].filter(used)
  return {
    'src/generated/dynamic.ts': [
      notice,
      "import { missing, missingNamespace, type NotHereYet } from '../api/missing.js'",
      "import { ops } from '../dynamic/operators/ops.js'",
      "import type { Ops } from './dynamic-ops.js'",
      '',
      "export type * from './dynamic-ops.js'",
      '',
      ...exported(root, readerNamespaces(all)),
      ...notHereYet(all, root),
      '',
    ].join('\n'),
    'src/generated/dynamic-ops.ts': [
      notice,
      ...(used('DeviceLike') ? ["import type { DeviceLike } from '../dynamic/context/device.js'"] : []),
      `import type { ${own.join(', ')} } from '../dynamic/operators/ops-types.js'`,
      ...(abi.length ? [`import type { ${abi.join(', ')} } from './abi.js'`] : []),
      '',
      ...body,
    ].join('\n'),
  }
}
