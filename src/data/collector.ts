// Runs the garbage collector of this thread on request. V8 does not count memory outside of its heap, so it may not
// collect in time the objects that keep such memory (batches); code that owns such memory then asks for a collection.
// Bun's engine has no young objects, so it collects all there.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** 'minor' collects young objects only, in less than a millisecond; 'major' collects all objects, in 10 ms and more. */
export type Collection = 'minor' | 'major'

/** V8's gc(). Without options it collects all objects; with options that it does not know, only young ones. */
type Gc = (options?: { type: 'minor' }) => void

let collectors: Record<Collection, () => void> | undefined

export function garbageCollector(how: Collection): () => void {
  if (!collectors) {
    const bun = (globalThis as { Bun?: { gc(synchronous: boolean): void } }).Bun
    if (!bun) setFlagsFromString('--expose-gc')
    const gc = bun ? () => bun.gc(true) : (runInNewContext('gc') as Gc)
    collectors = { minor: () => gc({ type: 'minor' }), major: () => gc() }
  }
  return collectors[how]
}
