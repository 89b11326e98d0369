// Which samples of a batch take the branch that a user's function stands in.
import type { Slot } from '../data/arena.js'
import { halfToNumber, typedArrays } from '../data/elements.js'
import type { DType } from '../generated/abi.js'
import type { JsStage } from '../graph/types.js'

/** Whether sample i takes the branch: all guards hold, of which the outermost comes first. `slots`: one per input mailbox. */
export function branchOf({ guards = [] }: JsStage, slots: readonly Slot[]): (i: number) => boolean {
  const conditions = guards.map(({ value: { mailbox, output }, want }) => {
    const slot = slots[mailbox]!
    const { dtype } = slot.output(output)
    return (i: number) => numberOf(slot, output, dtype, i) === want
  })
  return (i) => conditions.every((holds) => holds(i))
}

/** The number that a value has for sample `i`: the branch that is chosen. NaN where it is not one number. */
function numberOf(slot: Slot, output: number, dtype: DType, i: number): number {
  const { offset, shape } = slot.tensor(output, i)
  if (shape.some((extent) => extent !== 1)) return Number.NaN
  const [element] = new typedArrays[dtype](slot.buffer as unknown as ArrayBuffer, offset, 1)
  return dtype === 'float16' ? halfToNumber(Number(element)) : Number(element)
}
