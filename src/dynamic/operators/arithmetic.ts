// Arithmetic on tensors and batches, as calls of the operator `math`: operands become its inputs and constants.

import { types } from 'node:util'
import { type At, checkOperands, MathConstant, mathOperations, scalarText } from '../../definition/math-table.js'
import { shown } from '../../errors/words.js'
import { argError } from '../../graph/schema.js'
import { siteBelow, siteOf } from '../trace/site.js'
import { numberValue } from '../values/user-data.js'
import { type Holder, holds, isHolder, type Show } from '../values/value.js'
import { noteNumbers } from './changing.js'
import { type Entry, invoke } from './invoke.js'
import { prepare } from './spec.js'

/** The call for error messages; its line is looked up only when it is read. */
export function calledAt(op: string, entry: Entry): At {
  const site = siteBelow(entry)
  return {
    op,
    get callSite() {
      return siteOf({ site })
    },
  }
}

export const isData = (x: unknown): boolean => Array.isArray(x) || types.isTypedArray(x)

/** Names of the operands of each operation, for error messages. */
const operands = mathOperations((_, names) => names) as unknown as Record<string, readonly string[]>
const math = prepare('math')

/**
 * Calls an arithmetic operation on operands. `entry`: the function that the user called; `show` makes a Tensor or a
 * Batch of the result. Throws INVALID_ARGUMENT for operands of the wrong number or kind.
 */
export function calculate<T extends Holder>(
  operation: string,
  given: readonly unknown[],
  entry: Entry,
  show: Show<T>,
): T {
  const names = operands[operation]!
  let at: At | undefined
  const where = () => {
    at ??= calledAt(`math.${operation}`, entry)
    return at
  }
  if (given.length !== names.length) checkOperands(where(), names, given)
  const inputs: unknown[] = []
  const constants = given.map((operand, i) => {
    if (isHolder(operand) || isData(operand)) {
      inputs.push(operand)
      return ''
    }
    const simple = typeof operand === 'number' || typeof operand === 'boolean' || operand instanceof MathConstant
    if (simple) return textOf(operand, names[i]!, where)
    throw argError(where(), `Expected a Tensor, a Batch or numbers for ${names[i]} but received ${shown(operand)}`)
  })
  if (!inputs.length) {
    throw argError(
      where(),
      `Expected a Tensor or a Batch for at least one operand but received ${given.map(shown).join(', ')}`,
      'Compute with constants alone in JavaScript',
    )
  }
  if (given.some((operand) => typeof operand === 'number')) {
    // Numbers that change from call to call become inputs: see changing.ts.
    const rest = constants.map((text, i) => (typeof given[i] === 'number' ? '' : text))
    const dtypes = constants.map((text) => text.slice(0, text.indexOf(' ')))
    if (noteNumbers(`math.${operation}|${dtypes}|${rest}`, constants.join())) {
      const values = given.map((operand, i) => (typeof operand === 'number' ? scalar(operand, dtypes[i]!) : operand))
      const data = values.filter((_, i) => !rest[i])
      return invoke(math, [...data, { operation, constants: rest }], entry, show)[0]!
    }
  }
  return invoke(math, [...inputs, { operation, constants }], entry, show)[0]!
}

/** A number as a tensor that no user owns. */
const scalar = (number: number, dtype: string): Holder => ({
  [holds]: true,
  view: { value: numberValue(number, dtype as 'int32' | 'float32'), rows: 0 },
})

/**
 * A constant operand as the operator's argument. The common cases do not need the call site, which takes time to look
 * up.
 */
function textOf(operand: MathConstant | number | boolean, what: string, where: () => At): string {
  if (typeof operand === 'number' && (!Number.isInteger(operand) || operand === (operand | 0))) {
    return Number.isInteger(operand) ? `int32 ${operand | 0}` : `float32 ${operand}`
  }
  return scalarText(where(), operand, what)!
}
