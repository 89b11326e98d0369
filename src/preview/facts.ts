// What the graph of a pipeline knows about its outputs that their numbers do not tell: the names of classes, how boxes are
// written, which normalisation a picture went through.
import { schemas } from '../graph/schema.js'
import type { Graph, GraphNode, Json, ValueRef } from '../graph/types.js'
import type { Normalisation } from './image.js'

export interface Facts {
  /** The names of classes, by label. */
  classes?: readonly string[]
  /** Boxes are left, top, right, bottom, and not left, top, width, height. */
  ltrb?: boolean
  /** Boxes are fractions of the picture, and not pixels. */
  ratio?: boolean
  normalisation?: Normalisation
  /** What became of a picture's places on its way: 'kept', 'scaled' (all of it has another size), or 'moved'. */
  places?: 'kept' | 'scaled' | 'moved'
  /** The output comes straight from a reader or a source. */
  direct?: boolean
}

/** The class names of each reader, by its name. */
export type Readers = Readonly<Record<string, { classes: readonly string[] }>>

const isSource = (node: GraphNode) => node.op.startsWith('readers.') || node.op === 'externalSource'

/** The facts of each output, in the pipeline's order. */
export function factsOf(graph: Graph, readers: Readers): Facts[] {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]))
  return graph.outputs.map(({ value }) => {
    const path = pathOf(nodes, value)
    const [node] = path
    const classes = classesOf(nodes, value, readers)
    return {
      ...(classes && { classes }),
      ...boxFacts(path),
      ...normalisationOf(node),
      places: placesOf(path),
      direct: node !== undefined && isSource(node),
    }
  })
}

/** The operators that an output's first input went through, the last one first, up to its source. */
function pathOf(nodes: ReadonlyMap<number, GraphNode>, value: ValueRef): GraphNode[] {
  const path: GraphNode[] = []
  for (let at: ValueRef | undefined = value; at; at = path.at(-1)!.inputs[0]) {
    const node = nodes.get(at.node)
    if (!node) break
    path.push(node)
  }
  return path
}

/** The names of the only reader with names of which a label, and not the sample itself, leads to this value. */
function classesOf(
  nodes: ReadonlyMap<number, GraphNode>,
  value: ValueRef,
  readers: Readers,
): readonly string[] | undefined {
  const found = new Set<readonly string[]>()
  const seen = new Set<string>()
  const visit = (at: ValueRef): void => {
    const key = `${at.node}:${at.output}`
    const node = nodes.get(at.node)
    if (!node || seen.has(key)) return
    seen.add(key)
    const classes = readers[node.name]?.classes
    if (isSource(node) && at.output > 0 && classes?.length) found.add(classes)
    for (const input of node.inputs) visit(input)
  }
  visit(value)
  return found.size === 1 ? [...found][0] : undefined
}

/** Operators whose boxes are fractions of the picture, unless they are told its shape. */
const fractions = new Set(['bbFlip', 'bBoxPaste', 'randomBBoxCrop'])

/** How the boxes are written, as the last operator says that knows it. */
function boxFacts(path: readonly GraphNode[]): Pick<Facts, 'ltrb' | 'ratio'> {
  const facts: Pick<Facts, 'ltrb' | 'ratio'> = {}
  for (const { op, args } of path) {
    const known = schemas[op]?.args ?? {}
    const value = (name: string, type: string) =>
      known[name]?.type === type ? (args[name] ?? known[name]?.default) : undefined
    const layout = args.bboxLayout ?? known.bboxLayout?.default
    const corners = typeof layout === 'string' ? !/W/.test(layout) : value('ltrb', 'bool')
    if (typeof corners === 'boolean') facts.ltrb ??= corners
    const ratio = value('ratio', 'bool')
    if (typeof ratio === 'boolean') facts.ratio ??= ratio
    if (fractions.has(op) && !args.inputShape) facts.ratio ??= true
  }
  return facts
}

const numbers = (value: Json | undefined, absent: number): number[] | undefined => {
  const list = value === undefined ? [absent] : [value].flat()
  return list.every((one) => typeof one === 'number') ? (list as number[]) : undefined
}

function normalisationOf(node: GraphNode | undefined): Pick<Facts, 'normalisation'> {
  if (node?.op !== 'cropMirrorNormalize') return {}
  const { args, argInputs } = node
  if (['mean', 'std', 'scale', 'shift'].some((name) => name in argInputs)) return {}
  const [mean, std] = [numbers(args.mean, 0), numbers(args.std, 1)]
  const [scale, shift] = [numbers(args.scale, 1)?.[0], numbers(args.shift, 0)?.[0]]
  if (!mean || !std || scale === undefined || shift === undefined) return {}
  const isPlain = mean.every((x) => x === 0) && std.every((x) => x === 1)
  return isPlain ? {} : { normalisation: { mean, std, scale, shift } }
}

/** Operators that leave every pixel where it is. */
const keeps =
  /^(decoders\.image|brightness|contrast|brightnessContrast|colorTwist|colorSpaceConversion|hsv|hue|saturation|gaussianBlur|normalize|cast|transpose|copy|erase|math\..*)$/

function placesOf(path: readonly GraphNode[]): NonNullable<Facts['places']> {
  let places: NonNullable<Facts['places']> = 'kept'
  for (const node of path) {
    if (isSource(node) || keeps.test(node.op) || isPlainNormalize(node)) continue
    // A resize only changes the size of the whole.
    if (node.op !== 'resize') return 'moved'
    places = 'scaled'
  }
  return places
}

const isPlainNormalize = ({ op, args, argInputs }: GraphNode) =>
  op === 'cropMirrorNormalize' &&
  !args.mirror &&
  !('mirror' in argInputs) &&
  !Object.keys({ ...args, ...argInputs }).some((name) => name.startsWith('crop'))
