// Records a call of `math`: of a function of `math`, or of a method of a DataNode.
import { shown } from '../errors/words.js'
import { argError } from '../graph/schema.js'
import { call, currentContext } from './context.js'
import { type At, checkOperands, scalarText } from './math-table.js'
import { DataNode } from './node.js'

/** Adds an operation to the running definition. `names`: those of its operands, for errors. Throws INVALID_ARGUMENT. */
export function recordMath(operation: string, names: readonly string[], given: unknown[], site: string): DataNode {
  const at: At = { op: `math.${operation}`, callSite: site }
  const context = currentContext(at.op, site)
  checkOperands(at, names, given)
  const nodes: DataNode[] = []
  const constants = given.map((operand, i) => {
    const what = names[i]!
    if (operand instanceof DataNode) {
      if (operand.context !== context) {
        throw argError(
          at,
          `Expected a DataNode of this pipeline for ${what} but received one of another`,
          'Make it in the same definition',
        )
      }
      nodes.push(operand)
      return ''
    }
    const text = scalarText(at, operand, what)
    if (text !== undefined) return text
    context.refuseOutputs(operand, at)
    throw argError(at, `Expected a DataNode, a number or a boolean for ${what} but received ${shown(operand)}`)
  })
  if (!nodes.length) {
    throw argError(
      at,
      `Expected a DataNode for at least one operand but received ${given.map(shown).join(', ')}`,
      'Compute with constants alone in JavaScript',
    )
  }
  return call('math', [...nodes, { operation, constants }], site)[0]!
}
