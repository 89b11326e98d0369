// Runs loops over imperative readers that return the samples which they received.
import { createHash } from 'node:crypto'
import { PipelineError } from 'penstock-data'
import { expect } from 'vitest'
import type { Batch, FileReader, Tensor } from '../../src/dynamic.js'
import { fileBytes } from './files.js'

export type AnyReader = FileReader<Batch> | FileReader<Tensor>

export const dispose = (...all: (Batch | Tensor)[]) => {
  for (const x of all) x.dispose()
}

/** Labels of a batch or a sample of someFiles(); fails where the bytes are not that file's. */
export function look([files, labels]: [Batch | Tensor, Batch | Tensor]): number[] {
  const arrays = (x: Batch | Tensor) => {
    if (!('tensors' in x)) return [x.dataSync()]
    const tensors = x.tensors
    const all = tensors.map((t) => t.dataSync())
    dispose(...tensors)
    return all
  }
  const bytes = arrays(files)
  return arrays(labels).map(([label], i) => {
    expect([...(bytes[i] as Uint8Array)], `file ${label}`).toEqual([...fileBytes(Number(label))])
    return Number(label)
  })
}

export type Way = 'for await' | 'for'

/** Batches of the next epoch, at most `most` of them. */
export async function epoch(reader: AnyReader, way: Way, batchSize?: number, most = 1e9): Promise<number[][]> {
  const out: number[][] = []
  if (most === 0) return out
  const all = reader.nextEpoch({ batchSize })
  const see = (item: [Batch | Tensor, Batch | Tensor]) => {
    out.push(look(item))
    dispose(...item)
    return out.length >= most
  }
  if (way === 'for') {
    for (const item of all) if (see(item)) break
  } else for await (const item of all) if (see(item)) break
  return out
}

/** The number of batches of the reader that are in use. */
export const out = (reader: AnyReader): number =>
  (reader as unknown as { holder: { feed?: { outstanding: number } } }).holder.feed?.outstanding ?? 0

export async function failure(body: () => unknown): Promise<PipelineError> {
  try {
    await body()
  } catch (error) {
    expect(error).toBeInstanceOf(PipelineError)
    return error as PipelineError
  }
  return expect.fail('nothing was thrown')
}

export async function until(what: string, done: () => boolean): Promise<void> {
  const end = Date.now() + 15_000
  while (!done()) {
    if (Date.now() > end) expect.fail(what)
    globalThis.gc!()
    await new Promise(setImmediate)
  }
}

export function sha256(...arrays: ArrayBufferView[]): string {
  const hash = createHash('blake2b512')
  for (const { buffer, byteOffset, byteLength } of arrays) hash.update(new Uint8Array(buffer, byteOffset, byteLength))
  return hash.digest('hex')
}
