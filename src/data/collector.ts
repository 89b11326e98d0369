// Runs the garbage collector of this thread on request. V8 does not count memory outside of its heap, so it may not
// collect in time the objects that keep such memory (batches); code that owns such memory then asks for a collection.
// Bun's engine has no young objects, so it collects all there.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** 'minor' collects young objects only, in less than a millisecond; 'major' collects all objects, in 10 ms and more. */
export type Collection = 'minor' | 'major'

/** V8's gc(). Without options it collects all objects; with options that it does not know, only young ones. */
type Gc = (options?: { type: 'minor' }) => void

/**
 * V8's gc() in a process that was started without it. The flag is off again afterwards: with flags other than those that Node.js
 * was built with, V8 compiles the modules of Node.js anew in each thread that starts, in place of using their compiled code.
 */
function nodeGc(): Gc {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as Gc
  setFlagsFromString('--no-expose-gc')
  return gc
}

let collectors: Record<Collection, () => void> | undefined

export function garbageCollector(how: Collection): () => void {
  if (!collectors) {
    const bun = (globalThis as { Bun?: { gc(synchronous: boolean): void } }).Bun
    const gc = bun ? () => bun.gc(true) : ((globalThis as { gc?: Gc }).gc ?? nodeGc())
    collectors = { minor: () => gc({ type: 'minor' }), major: () => gc() }
  }
  return collectors[how]
}
