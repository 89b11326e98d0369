// op.json > src/generated/readers.ts: the readers of imperative mode. Each is a class of its own, because checkpoints
// identify objects by the names of their classes. The base class in src/dynamic/readers/readers.ts does all the work.
import type { Files } from '../gen.js'
import { comment, optionsName } from './fn.js'
import type { OpSchema } from './schema.js'

const cap = (s: string) => s[0]!.toUpperCase() + s.slice(1)
const own = (op: OpSchema) => op.name.replace(/^readers\./, '')
const pascal = (op: OpSchema) => own(op).split('.').map(cap).join('')

function readerText(op: OpSchema): string[] {
  const name = pascal(op)
  const method = own(op)
  if (!/^[a-z]\w*$/.test(method)) throw new Error(`${op.name}: a reader is named readers.<name>`)
  if (op.outputs.some((port) => port.when))
    throw new Error(`${op.name}: no type for outputs that depend on arguments yet`)
  const list = op.outputs.map((port) => `${port.name}: Of`).join(', ')
  const outputs = op.outputs[0]?.named ? 'Record<string, Of>' : op.outputs[0]?.count ? 'Of[]' : `[${list}]`
  const item = op.outputs.map((port) => `\`${port.name}\`: ${port.doc}`).join(' ')
  return [
    ...comment('', [`Arguments of \`nd.${op.name}\`: those of \`fn.${op.name}\`, and these.`]),
    `export interface ${name}ReaderOptions extends Omit<${optionsName(op)}, keyof ReaderOptions>, ReaderOptions {}`,
    '',
    ...comment('', [`What \`nd.${op.name}\` gives for a batch, or for a sample. ${item}`]),
    `export type ${name}Item<Of> = ${outputs}`,
    '',
    ...comment('', [`Made by \`nd.${op.name}()\`. ${op.doc}`]),
    `export class ${name}Reader<Of extends Batch | Tensor = Batch | Tensor> extends Reader<`,
    '  Of,',
    `  ${name}Item<Batch>,`,
    `  ${name}Item<Of>`,
    '> {',
    `  /** @internal See readers.${method}(). */`,
    `  constructor(options: ${name}ReaderOptions, site: Site = siteBelow(${name}Reader as never)) {`,
    `    super('${op.name}', options, site)`,
    '  }',
    '}',
    '',
    `function ${method}(options: ${name}ReaderOptions & { batchSize: number }): ${name}Reader<Batch>`,
    `function ${method}(options: ${name}ReaderOptions): ${name}Reader<Tensor>`,
    `function ${method}(options: ${name}ReaderOptions): ${name}Reader {`,
    `  return new ${name}Reader(options, siteBelow(${method}))`,
    '}',
    '',
  ]
}

export function readersFiles(schemas: OpSchema[]): Files {
  const readers = schemas.filter((op) => op.reader && !op.internal)
  return {
    'src/generated/readers.ts': [
      '// From native/ops/*/op.json by tools/gen.ts. Do not edit.',
      "import { Reader, type ReaderOptions } from '../dynamic/readers/readers.js'",
      "import { type Site, siteBelow } from '../dynamic/trace/site.js'",
      "import type { Batch, Tensor } from '../dynamic/values/tensor.js'",
      `import type { ${readers.map(optionsName).sort().join(', ')} } from './fn.js'`,
      '',
      ...readers.flatMap(readerText),
      '/**',
      ' * Readers of imperative mode: each takes the arguments of its twin in `fn.readers`, `batchSize`, `prefetchQueueDepth` and',
      ' * `runAhead`. Errors: INVALID_ARGUMENT; what is wrong with the data comes with the first loop.',
      ' */',
      `export const readers = { ${readers.map(own).join(', ')} }`,
      '',
    ].join('\n'),
  }
}
