// Pipelines of each reader over its small data set, for tests that hold for all readers.
import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Pipeline, pipelineDef, type TensorList } from 'penstock-data'
import type { Graph, Json } from '../../../src/graph/types.js'
import { tempFolder } from '../../util/files.js'
import { range } from '../helpers.js'
import { type ReaderSet, readerNames, setOf } from './sets.js'

interface Options {
  batchSize: number
  checkpoint?: string | undefined
  args: Record<string, Json>
}

/** Writes the sets of all readers; returns what makes a pipeline of one reader alone, with more arguments. */
export async function writtenSets(): Promise<(reader: string, options: Options) => Pipeline> {
  const folder = tempFolder()
  const sets = new Map<string, ReaderSet>()
  for (const name of readerNames) {
    const set = await setOf(name)
    mkdirSync(join(folder, name))
    set.write((file) => join(folder, name, file))
    sets.set(name, set)
  }
  return (reader, { args, batchSize, checkpoint }) => {
    const define = pipelineDef({ batchSize: 1, seed: 3 }, () => {
      const outputs = sets.get(reader)!.read((file) => join(folder, reader, file))
      return (Array.isArray(outputs) ? outputs : [outputs]) as never
    })
    const text = JSON.parse(define().serialize()) as { graph: Graph }
    const [node] = text.graph.nodes.filter(({ op }) => op === reader)
    Object.assign(node!.args, args)
    return Pipeline.deserialize(JSON.stringify(text), { batchSize, ...(checkpoint !== undefined && { checkpoint }) })
  }
}

/** What is told of each sample of a batch: its source, and the bytes of its outputs. */
export const toldOf = (outputs: readonly TensorList[]) =>
  range(outputs[0]!.length).map((i) => {
    const { index, epoch, source } = outputs[0]!.sourceInfo(i)
    const bytes = outputs.map((list) => {
      const data = list.at(i).dataSync()
      return createHash('sha256')
        .update(new Uint8Array(data.buffer, data.byteOffset, data.byteLength))
        .digest('hex')
    })
    return { index, epoch, source, bytes }
  })
