// Reads a pipeline's batches for tests: the samples that they hold, and a digest of all their contents.
import { createHash } from 'node:crypto'
import type { Pipeline, TensorList } from 'penstock-data'

/** A pipeline with any outputs. */
export type AnyPipeline = Pipeline<readonly TensorList[]>

/** The numbers in an output of scalars or one-element tensors. */
export function numbers(list: TensorList): number[] {
  return [...list].map((t) => Number(t.dataSync()[0]))
}

/** A hash (BLAKE2b, the fastest of Node.js) over dtype, layout, shapes, bytes, source and flags of all outputs. */
export function digest(outputs: readonly TensorList[]): string {
  const hash = createHash('blake2b512')
  for (const list of outputs) {
    hash.update(JSON.stringify([list.dtype, list.layout, list.length, [...list.valid]]))
    for (let i = 0; i < list.length; i++) {
      const data = list.at(i).dataSync()
      hash.update(JSON.stringify([list.shape(i), list.sourceInfo(i)]))
      hash.update(new Uint8Array(data.buffer, data.byteOffset, data.byteLength))
    }
  }
  return hash.digest('hex')
}

/** The error that `action` rejects with or throws. */
export async function failure(
  action: () => unknown,
): Promise<{ code?: string; message: string; [key: string]: unknown }> {
  try {
    await action()
  } catch (error) {
    return error as never
  }
  return { message: 'nothing was thrown', code: 'NOTHING_THROWN' }
}

/**
 * Fails with `what` instead of waiting for ever, because a hang is a finding, not a timeout of the runner. `ms` is the time
 * limit on an idle machine; the actual limit is ten times as long, for busy ones.
 */
export function within<T>(ms: number, what: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took more than ${10 * ms} ms`)), 10 * ms)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
