// Defines pipelines for random calls. Each says which samples a batch holds and which batch follows, so that a model
// can check that a batch is the right one and that its bytes have not been overwritten.
import { setTimeout as sleep } from 'node:timers/promises'
import { fn, type Pipeline, type PipelineOptions, pipelineDef, type TensorList } from 'penstock-data'
import { expect } from 'vitest'
import { type Files, fileBytes } from './files.js'

export type KindName = 'reader' | 'source' | 'late' | 'ending' | 'fed' | 'two'
export type Pipe = Pipeline<{ id: TensorList; wide: TensorList }>

export const batchSize = 4
/** The number of batches of the source that ends. */
const endsAfter = 3

export interface Shape {
  kind: KindName
  options: PipelineOptions
  /** Threads of a slow user function between the input and the output; 0 for no function. */
  workers: number
  /** Milliseconds that a source takes per batch, used in turn. */
  delays: number[]
}

const slow = new URL('./functions/delays.mjs', import.meta.url)

export function make({ kind, options, workers, delays }: Shape, files: Files): Pipe {
  const values = ({ iteration, epochIdx }: { iteration: number; epochIdx: number }) => {
    if (kind === 'ending' && iteration >= endsAfter) return null
    return Array.from({ length: batchSize }, (_, k) => epochIdx * 10_000 + iteration * batchSize + k)
  }
  const late = async (at: { iteration: number; epochIdx: number }) => {
    await sleep(delays[at.iteration % delays.length])
    return values(at)
  }
  return pipelineDef({ batchSize, numThreads: 2, seed: 1, ...options }, () => {
    if (kind === 'reader' || kind === 'two') {
      const [bytes, labels] = fn.readers.file({ fileRoot: files.root, files: files.files, name: 'r' })
      const id = kind === 'two' ? fn.cast(labels, { dtype: 'float64' }) : labels
      return { id, wide: through(fn.cast(bytes, { dtype: 'float32' })) }
    }
    const source =
      kind === 'fed' ? {} : { source: kind === 'source' || kind === 'ending' ? values : late, batchInfo: true }
    const id = fn.externalSource({ name: 'x', dtype: 'float64', ...source })
    return { id, wide: through(fn.cast(id, { dtype: 'int32' })) }
  })() as unknown as Pipe

  function through<Node>(node: Node): Node {
    if (!workers) return node
    return fn.jsFunction(node as never, { module: slow, workers }) as Node
  }
}

export const isReader = (kind: KindName) => kind === 'reader' || kind === 'two'

/** The samples of a batch. Fails when an output holds bytes of another sample. */
export function samplesOf(kind: KindName, { id, wide }: { id: TensorList; wide: TensorList }): number[] {
  expect(wide.length).toBe(id.length)
  return Array.from({ length: id.length }, (_, i) => {
    const value = Number(id.at(i).dataSync()[0])
    const bytes = Array.from(wide.at(i).dataSync(), Number)
    expect(bytes, `sample ${value}`).toEqual(isReader(kind) ? [...fileBytes(value)] : [value])
    if (isReader(kind)) expect(id.sourceInfo(i).index).toBe(value)
    return value
  })
}

/** Whether `next` can follow `last` (undefined: the first of an epoch) where batches go on over epochs. */
export function follows(kind: KindName, last: number | undefined, next: number, count: number): boolean {
  if (isReader(kind)) return next === (last === undefined ? 0 : (last + 1) % count)
  return last === undefined ? next % 10_000 === 0 : next === last + 1
}
