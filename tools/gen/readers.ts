// op.json > src/generated/readers.ts: the readers of imperative mode. Each is a class of its own, because checkpoints
// identify objects by the names of their classes. The base class in src/dynamic/readers/readers.ts does all the work.
import { eachType } from '../../src/graph/schema.js'
import { cap } from '../schemas/names.js'
import type { OpSchema } from '../schemas/op-json.js'
import type { Files } from './files.js'
import { comment, notice, optionsName, outputChoices, outputCondition, outputsWith } from './signatures.js'

const own = (op: OpSchema) => op.name.replace(/^(experimental\.)?readers\./, '')
const experimental = (op: OpSchema) => op.name.startsWith('experimental.')

/** The names of the readers that exist both as experimental ones and as others. */
const twice = new Set<string>()
/** The name of a reader's function and, with a capital letter, of its class. */
const local = (op: OpSchema) => (experimental(op) && twice.has(own(op)) ? `experimental${cap(own(op))}` : own(op))
const pascal = (op: OpSchema) => local(op).split('.').map(cap).join('')

/** The type of an item: an object, a list, or a tuple, which arguments may choose; those of most arguments come first. */
function itemType(op: OpSchema): string {
  const [first] = op.outputs
  const type = first && eachType(op, first)
  if (type) return type === 'record' ? 'Record<string, Of>' : 'Of[]'
  return outputChoices(op)
    .map((chosen) => {
      const tuple = `[${outputsWith(op, [], chosen)
        .map((port) => `${port.each ? '...' : ''}${port.name}: Of${port.each ? '[]' : ''}`)
        .join(', ')}]`
      const asked = chosen.map(({ type }) => type).join(' & ')
      return asked ? `O extends ${asked} ? ${tuple}` : tuple
    })
    .join(' : ')
}

/** The function that makes a reader. `chosen`: its options choose the outputs. */
function functionText(method: string, name: string, chosen: boolean): string[] {
  const options = `${name}ReaderOptions`
  const batches = `${options} & { batchSize: number }`
  const overloads = chosen
    ? [
        `function ${method}<const O extends ${batches}>(options: Given<O, ${options}>): ${name}Reader<Batch, O>`,
        `function ${method}<const O extends ${options}>(options: Given<O, ${options}>): ${name}Reader<Tensor, O>`,
      ]
    : [
        `function ${method}(options: ${batches}): ${name}Reader<Batch>`,
        `function ${method}(options: ${options}): ${name}Reader<Tensor>`,
      ]
  const body = `  return new ${name}Reader(options, siteBelow(${method}))`
  return [...overloads, `function ${method}(options: ${options}): ${name}Reader {`, body, '}', '']
}

const choosesOutputs = (op: OpSchema) => outputChoices(op).length > 1

function readerText(op: OpSchema): string[] {
  const name = pascal(op)
  const method = local(op)
  if (!/^[a-z]\w*$/.test(method))
    throw new Error(`${op.name}: a reader is named readers.<name> or experimental.readers.<name>`)
  const chosen = choosesOutputs(op)
  const item = op.outputs.map((port) => `\`${port.name}\`${outputCondition(op, port)}: ${port.doc}`).join(' ')
  const of = `${name}Item<Of${chosen ? ', O' : ''}>`
  return [
    ...comment('', [`Arguments of \`nd.${op.name}\`: those of \`fn.${op.name}\`, and these.`]),
    `export interface ${name}ReaderOptions extends Omit<${optionsName(op)}, keyof ReaderOptions>, ReaderOptions {}`,
    '',
    ...comment('', [`What \`nd.${op.name}\` gives for a batch, or for a sample. ${item}`]),
    `export type ${name}Item<Of${chosen ? ', O = None' : ''}> = ${itemType(op)}`,
    '',
    ...comment('', [`Made by \`nd.${op.name}()\`. ${op.doc}`]),
    `export class ${name}Reader<Of extends Batch | Tensor = Batch | Tensor${chosen ? ', O = None' : ''}> extends Reader<`,
    '  Of,',
    `  ${of.replace('<Of', '<Batch')},`,
    `  ${of}`,
    '> {',
    `  /** @internal See ${op.name}(). */`,
    `  constructor(options: ${name}ReaderOptions, site: Site = siteBelow(${name}Reader as never)) {`,
    `    super('${op.name}', options, site)`,
    '  }',
    '}',
    '',
    ...functionText(method, name, chosen),
  ]
}

const member = (op: OpSchema) => (local(op) === own(op) ? own(op) : `${own(op)}: ${local(op)}`)

/** The namespace `experimental` with its readers and operators; it answers for what is not in it. */
const experimentalText = (early: OpSchema[]) => [
  '',
  '/** Readers and operators that may change: nd.experimental.* */',
  "export const experimental: Ops['experimental'] & { readonly readers: {",
  ...early.map((op) => `  readonly ${own(op)}: typeof ${local(op)}`),
  '} } = answering(',
  `  { ...ops.experimental, readers: answering({ ${early.map(member).join(', ')} }, 'nd', 'experimental.readers.') },`,
  "  'nd',",
  "  'experimental.',",
  ')',
]

export function readersFiles(schemas: OpSchema[]): Files {
  const readers = schemas.filter((op) => op.reader && !op.internal)
  const early = readers.filter(experimental)
  const others = new Set(readers.filter((op) => !experimental(op)).map(own))
  for (const op of early) if (others.has(own(op))) twice.add(own(op))
  return {
    'src/generated/readers.ts': [
      notice,
      ...(readers.some(choosesOutputs) ? ["import type { Given, None } from '../api/typed.js'"] : []),
      ...(early.length ? ["import { answering } from '../api/missing.js'"] : []),
      ...(early.length ? ["import { ops } from '../dynamic/operators/ops.js'"] : []),
      "import type { ReaderOptions } from '../dynamic/readers/reader-options.js'",
      "import { Reader } from '../dynamic/readers/readers.js'",
      "import { type Site, siteBelow } from '../dynamic/trace/site.js'",
      "import type { Batch, Tensor } from '../dynamic/values/tensor.js'",
      ...(early.length ? ["import type { Ops } from './dynamic-ops.js'"] : []),
      `import type { ${readers.map(optionsName).sort().join(', ')} } from './fn.js'`,
      '',
      ...readers.flatMap(readerText),
      '/**',
      ' * Readers of imperative mode: each takes the arguments of its twin in `fn.readers`, `batchSize`, `prefetchQueueDepth` and',
      ' * `runAhead`. Errors: INVALID_ARGUMENT; what is wrong with the data comes with the first loop.',
      ' */',
      `export const readers = { ${readers
        .filter((op) => !experimental(op))
        .map(own)
        .join(', ')} }`,
      ...(early.length ? experimentalText(early) : []),
      '',
    ].join('\n'),
  }
}
