// The garbage collector as a function of this thread: what owns memory outside of the heap asks for it where V8, which
// does not see that memory, has no reason to run it.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** 'minor' looks at young objects alone, in less than a millisecond; 'major' at all, in 10 ms and more. */
export type Collection = 'minor' | 'major'

/** V8's gc(): with options that it does not know it looks at young objects, whatever they say. */
type Gc = (options?: { type: 'minor' }) => void

let collectors: Record<Collection, () => void> | undefined

export function garbageCollector(how: Collection): () => void {
  if (!collectors) {
    setFlagsFromString('--expose-gc')
    const gc = runInNewContext('gc') as Gc
    collectors = { minor: () => gc({ type: 'minor' }), major: () => gc() }
  }
  return collectors[how]
}
