// Which batches are alike: where one has its outputs, the other has them too. A consumer that knows an earlier batch of the same form
// in the same slots need not read the tables, of which little is in the processor's caches.
import type { Slot } from '../data/arena.js'

/** When there are more forms, all are forgotten; their numbers do not come again. */
const mostForms = 1024

export class Forms {
  private readonly numbers = new Map<string, number>()
  private last = 0

  /** The number of a batch's form, from 1; 0 for a batch that has an output in GPU memory, or samples of several shapes. */
  of(slots: readonly Slot[]): number {
    const facts: unknown[] = []
    for (const slot of slots) {
      if (!slot.batchSize || !slot.holdsAll) return 0
      facts.push(slot.batchSize)
      for (let o = 0; o < slot.numOutputs; o++) {
        const output = slot.output(o)
        if (!output.dense) return 0
        facts.push(output, slot.tensor(o, 0))
      }
    }
    const form = JSON.stringify(facts)
    const known = this.numbers.get(form)
    if (known !== undefined) return known
    if (this.numbers.size >= mostForms) this.numbers.clear()
    this.numbers.set(form, ++this.last)
    return this.last
  }
}
