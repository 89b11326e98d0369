// Ends one epoch of `for await` and begins the next, where sources stop at their end and where data is fed.
import { batchFlags } from '../generated/abi.js'
import type { Engine } from './engine.js'

type OneEngine = Pick<Engine<unknown>, 'inputs' | 'closing' | 'restart'>

/**
 * Ends an epoch that was left. Fed data has no epochs: it stays for the next loop, unless other inputs restart. Returns
 * whether nothing of the epoch is left over. `epoch`: the number of the next one.
 */
export function leaveFed(engine: OneEngine, epoch: number): boolean {
  const { inputs, closing } = engine
  if (closing || !inputs.fed.any) return false
  if (!inputs.fed.all) {
    engine.restart(epoch)
    inputs.fed.drop()
  }
  return true
}

/**
 * True when a source waits at its end for a restart, or when several inputs must begin their epoch together. `first`: no
 * epoch was begun before.
 */
export function needsRestart({ inputs }: OneEngine, { ended }: { ended: number }, first: boolean): boolean {
  if (ended & batchFlags.endOfStream) return true
  return !first && inputs.count > 1 && !inputs.fed.any
}
