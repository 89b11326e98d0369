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

const isSource = ({ op }: GraphNode) => schemas[op]?.kind === 'source'

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

/** How the boxes are written, as the last operator says that knows it. */
function boxFacts(path: readonly GraphNode[]): Pick<Facts, 'ltrb' | 'ratio'> {
  const facts: Pick<Facts, 'ltrb' | 'ratio'> = {}
  for (const { op, args } of path) {
    const { corners = [], fractions } = schemas[op]?.preview ?? {}
    const given = (name: string) => args[name] ?? schemas[op]!.args[name]!.default
    const layout = corners.map(given).find((value) => value !== undefined)
    if (layout !== undefined) facts.ltrb ??= typeof layout === 'string' ? !/W/.test(layout) : layout === true
    if (fractions) facts.ratio ??= fractions === true || given(fractions) === true
  }
  return facts
}

const numbers = (value: Json | undefined, absent: number): number[] | undefined => {
  const list = value === undefined ? [absent] : [value].flat()
  return list.every((one) => typeof one === 'number') ? (list as number[]) : undefined
}

function normalisationOf(node: GraphNode | undefined): Pick<Facts, 'normalisation'> {
  if (!node || !schemas[node.op]?.preview?.normalizes) return {}
  const { args, argInputs } = node
  if (['mean', 'std', 'scale', 'shift'].some((name) => name in argInputs)) return {}
  const [mean, std] = [numbers(args.mean, 0), numbers(args.std, 1)]
  const [scale, shift] = [numbers(args.scale, 1)?.[0], numbers(args.shift, 0)?.[0]]
  if (!mean || !std || scale === undefined || shift === undefined) return {}
  const isPlain = mean.every((x) => x === 0) && std.every((x) => x === 1)
  return isPlain ? {} : { normalisation: { mean, std, scale, shift } }
}

function placesOf(path: readonly GraphNode[]): NonNullable<Facts['places']> {
  let places: NonNullable<Facts['places']> = 'kept'
  for (const { op, args, argInputs } of path) {
    const { kind, preview } = schemas[op] ?? {}
    if (kind === 'source') continue
    if (!preview?.places || preview.movedBy?.some((name) => args[name] || name in argInputs)) return 'moved'
    if (preview.places === 'scaled') places = 'scaled'
  }
  return places
}
