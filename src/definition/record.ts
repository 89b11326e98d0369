// Runs a pipeline definition once and turns what it recorded into a graph.

import { types } from 'node:util'
import { invalidArgument } from '../errors/factories.js'
import { shown } from '../errors/words.js'
import { build, nodeInputs } from '../graph/build.js'
import type { Graph, GraphOutput } from '../graph/types.js'
import { BuildContext, call, isPlain, within } from './context.js'
import { recordMath } from './math-call.js'
import { DataNode } from './node.js'
import { keepSources } from './sources.js'
import { takePart } from './subscript.js'

/**
 * Runs a definition and returns its graph, to which its sources are tied. `conditionals`: cond() may be called in it.
 */
export function record(definition: () => unknown, conditionals = false): Graph {
  const context = new BuildContext({ call, compute: recordMath, takePart }, conditionals)
  context.outputs = outputsOf(within(context, definition), context)
  const graph = build(context)
  warnOfConditions(context, graph)
  keepSources(graph, context.sources)
  return graph
}

const comparisons = new Set<unknown>(['eq', 'ne', 'lt', 'le', 'gt', 'ge'])

/** Warns of a coin or a comparison that nothing uses: what was written is `if (node)`, which JavaScript lets nobody refuse. */
function warnOfConditions({ nodes }: BuildContext, graph: Graph): void {
  const used = new Set([...nodes.flatMap(nodeInputs).map(({ node }) => node), ...graph.nodes.map(({ id }) => id)])
  for (const { id, op, args, callSite } of nodes) {
    const compares = op === 'math' && comparisons.has(args.operation)
    if (used.has(id) || !(compares || op === 'random.coinFlip')) continue
    process.emitWarning(
      `[${compares ? `math.${args.operation}` : op}] Nothing uses this value, at ${callSite}. In a definition \`if (node)\`, \`!node\`, \`&&\` and \`?:\` take every node for true: choose by cond(), sample by sample`,
      { type: 'PenstockWarning', code: 'PENSTOCK_UNUSED_CONDITION' },
    )
  }
}

function outputsOf(result: unknown, context: BuildContext): GraphOutput[] {
  const output = (value: unknown, where: string, name?: string): GraphOutput => {
    const own = value instanceof DataNode && value.context === context
    if (own) {
      context.check(value, { op: 'pipelineDef', callSite: '' }, `the result${where}`)
      return name === undefined ? { value: value.ref } : { name, value: value.ref }
    }
    context.refuseOutputs(value, { op: 'pipelineDef', callSite: '' })
    const received = value instanceof DataNode ? 'a DataNode of another pipeline' : shown(value)
    throw invalidArgument(`Expected the definition to return a DataNode${where} but received ${received}`, {
      op: 'pipelineDef',
      hint: types.isPromise(value)
        ? 'A definition only records operators, so it cannot be async'
        : 'Return a DataNode, an array of them or an object of them',
    })
  }
  if (Array.isArray(result)) return result.map((value, i) => output(value, ` at [${i}]`))
  if (isPlain(result)) return Object.entries(result).map(([name, value]) => output(value, ` for '${name}'`, name))
  return [output(result, '')]
}
