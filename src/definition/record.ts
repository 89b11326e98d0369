// Runs a pipeline definition once and turns what it recorded into a graph.

import { types } from 'node:util'
import { invalidArgument } from '../errors/factories.js'
import { shown } from '../errors/words.js'
import { build } from '../graph/build.js'
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
  keepSources(graph, context.sources)
  return graph
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
