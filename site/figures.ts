// Draws what each operator's example gives, by running it. The pictures are made anew with every build.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Tensor } from '../src/dynamic.js'
import { callLines, exampleCode } from '../tools/schemas/example.js'
import type { Example, OpSchema } from '../tools/schemas/op-json.js'
import { type Data, type Drawing, drawingOf, histogram, marks, table, tile } from './drawings.js'

/** A picture of an operator's page; `file` is relative to the folder of pages. */
export interface Shown {
  file: string
  width: number
  height: number
  caption: string
}
export interface Figure {
  before?: Shown
  after: Shown[]
  /** For the gallery. */
  thumbnail: string
}

type Library = typeof import('../src/dynamic.js')
type Nodes = Record<'image' | 'before' | 'output' | 'shown', Tensor | undefined>
type Samples = Record<keyof Nodes, Data[]>

/** The tensors of an example: the photo, the input, the first output, and what is shown in its place. */
function nodesOf(nd: unknown, data: string, op: OpSchema): Nodes {
  const example = op.example as Example
  const { given, inputs, args } = exampleCode(op, data, true)
  const names = op.outputs.map(({ name }) => name).filter((name) => name !== 'output')
  const values = names.map((name) => `made[${op.outputs.findIndex((port) => port.name === name)}]`)
  const shown = example.shown && `((output${names.map((name) => `, ${name}`).join('')}) => ${example.shown})`
  const code = [
    ...given,
    ...callLines('  const made = [', op.name, inputs, args),
    '  ].flat()',
    '  return {',
    `    image: ${example.photo && 'image'},`,
    `    before: ${inputs[0] === 'file' ? undefined : inputs[0]},`,
    '    output: made[0],',
    `    shown: ${shown ? `${shown}(${['made[0]', ...values].join(', ')})` : undefined},`,
    '  }',
  ]
  return new Function('fn', code.join('\n'))(nd) as Nodes
}

/** The operators of imperative mode, with a reader that gives the bytes of a file: they take the calls that `fn` takes. */
const withFiles = (nd: Library): unknown => ({
  ...nd,
  readers: {
    ...nd.readers,
    file: ({ fileRoot, files }: { fileRoot: string; files: string[] }) => [
      nd.tensor(new Uint8Array(readFileSync(join(fileRoot, files[0]!)))),
    ],
  },
})

function dataOf(tensor: Tensor): Data {
  const { dtype, layout, shape } = tensor
  return { dtype, layout, shape, data: tensor.dataSync() as Data['data'] }
}

/** Runs an example, three times where it draws random numbers. */
function run(nd: unknown, data: string, op: OpSchema): Samples {
  const samples: Samples = { image: [], before: [], output: [], shown: [] }
  for (let draw = 0; draw < (op.random ? 3 : 1); draw++) {
    for (const [name, node] of Object.entries(nodesOf(nd, data, op)))
      if (node) samples[name as keyof Nodes].push(dataOf(node))
  }
  return samples
}

/** The drawings of an example's input, where that is no photo, and of its results. */
function drawingsOf(
  { draw, photo }: Example,
  { image, before, output, shown }: Samples,
): { before?: Drawing | undefined; after: Drawing[] } {
  const first = before[0]
  if (draw === 'numbers') return { before: first && table(first), after: [table(output[0]!)] }
  if (draw === 'histogram') return { after: [histogram(output[0]!)] }
  if (draw) return { before: marks(image[0]!, first!), after: output.map((one, i) => marks(shown[i]!, one)) }
  return {
    before: photo ? undefined : first && drawingOf(first),
    after: (shown.length ? shown : output).map(drawingOf),
  }
}

type Write = (name: string, drawing: Drawing) => Shown

/** Puts the photo itself beside the pages: it is what the example reads. */
function photoOf(root: string, pages: string, photo: string, { shape }: Data): Shown {
  const from = join(root, 'data/photos', photo)
  mkdirSync(dirname(join(pages, 'photos', photo)), { recursive: true })
  copyFileSync(from, join(pages, 'photos', photo))
  const [height, width] = shape as [number, number]
  return { file: `photos/${photo}`, width, height, caption: `${photo}, [${height}, ${width}]` }
}

function figureOf(root: string, pages: string, op: OpSchema, samples: Samples, write: Write): Figure {
  const example = op.example as Example
  const drawn = drawingsOf(example, samples)
  const after = drawn.after.map((one, i) => write(`${op.name}${drawn.after.length > 1 ? `-${i + 1}` : ''}`, one))
  const before = drawn.before
    ? write(`${op.name}-input`, drawn.before)
    : example.photo && !example.draw
      ? photoOf(root, pages, example.photo, samples.image[0]!)
      : undefined
  return { ...(before && { before }), after, thumbnail: after[0]!.file }
}

/** Writes the photos and pictures of all examples below `pages`, and returns the figure of each operator by its name. */
export async function drawFigures(
  root: string,
  pages: string,
  schemas: readonly OpSchema[],
): Promise<Map<string, Figure>> {
  // The addon is loaded by the built package.
  const library = (await import(join(root, 'dist/dynamic.js'))) as Library
  const nd = withFiles(library)
  const figures = new Map<string, Figure>()
  mkdirSync(join(pages, 'figures'), { recursive: true })
  const write = (name: string, { ending, contents, ...shown }: Drawing): Shown => {
    const file = `figures/${name}.${ending}`
    writeFileSync(join(pages, file), contents)
    return { file, ...shown }
  }
  library.random.setSeed(7)
  for (const op of schemas) {
    const { name, example } = op
    if (typeof example === 'object' && example.draw !== 'none') {
      figures.set(name, figureOf(root, pages, op, run(nd, join(root, 'data'), op), write))
    } else {
      const outputs = op.outputs.map((port) => port.name)
      figures.set(name, { after: [], thumbnail: write(name, tile(name, outputs)).file })
    }
  }
  return figures
}
