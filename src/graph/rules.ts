// Rules between the arguments of one operator that a schema cannot say. Operators that run inside a program check
// theirs in C++; these are the sources, which have no native side.
import { argError } from './schema.js'
import type { GraphNode, Json } from './types.js'

type Args = Record<string, Json>
type Fault = { message: string; hint?: string } | undefined

const list = (value: Json | undefined) => (Array.isArray(value) ? value : undefined)

function readersFile(a: Args): Fault {
  const files = list(a.files)
  const labels = list(a.labels)
  const shards = (a.numShards as number | undefined) ?? 1
  const shard = (a.shardId as number | undefined) ?? 0
  if (files && a.fileList !== undefined) {
    return { message: 'Expected either files or fileList but received both', hint: 'Leave one of them out' }
  }
  if (!files && a.fileList === undefined && a.fileRoot === undefined) {
    return {
      message: 'Expected a folder for fileRoot but received none',
      hint: 'Give fileRoot (a folder with one sub-folder per class), or fileList, or files',
    }
  }
  if (labels && !files) {
    return {
      message: 'Expected files along with labels but received labels alone',
      hint: 'labels[i] belongs to files[i]',
    }
  }
  if (labels && files && labels.length !== files.length) {
    return {
      message: `Expected ${files.length} values for labels (one per file) but received ${labels.length}`,
      hint: 'Give one label per entry of files, or leave labels out to use the position in files',
    }
  }
  const given = ['shardId', 'numShards'].find((name) => a[name] !== undefined)
  if (a.shard !== undefined && given) {
    return {
      message: `Expected shard or ${given} but received both`,
      hint: "Leave shard out, or let 'auto' take both numbers from the launcher's environment",
    }
  }
  if (shard >= shards) {
    return {
      message: `Expected shardId below numShards (${shards}) but received ${shard}`,
      hint: 'Shards count from 0 to numShards - 1',
    }
  }
  for (const other of ['randomShuffle', 'stickToShard']) {
    if (a.shuffleAfterEpoch !== true || a[other] !== true) continue
    return {
      message: `Expected shuffleAfterEpoch or ${other} but received both`,
      hint: 'shuffleAfterEpoch already shuffles the whole data set between epochs, and deals it anew to the shards',
    }
  }
  return undefined
}

function externalSource(a: Args): Fault {
  const outputs = (a.numOutputs as number | undefined) ?? 1
  for (const name of ['dtype', 'ndim', 'layout']) {
    const given = list(a[name])?.length ?? 0
    if (given > outputs) {
      return { message: `Expected at most ${outputs} values for ${name} (one per output) but received ${given}` }
    }
  }
  for (const [i, layout] of (list(a.layout) ?? []).entries()) {
    const ndim = list(a.ndim)?.[i]
    if (ndim === undefined || !layout || (layout as string).length === ndim) continue
    return { message: `Expected a layout of ${ndim} letters (ndim) but received '${layout}' for output ${i}` }
  }
  return undefined
}

const rules: Readonly<Record<string, (args: Args) => Fault>> = {
  'readers.file': readersFile,
  externalSource,
}

export function checkRules(node: GraphNode, args: Args): void {
  const fault = rules[node.op]?.(args)
  if (fault) throw argError(node, fault.message, fault.hint)
}
