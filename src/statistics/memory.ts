// Makes the result of executorStatistics(), the memory of each operator's outputs in DALI's terms, and the table that
// enableMemoryStats prints.

import { isOnDevice } from '../actors/stock.js'
import type { Plan, StagePlan } from '../graph/types.js'
import type { OutputMemory, ProgramReport } from '../native.js'
import { table } from './table.js'

/** Bytes, one number per output of the operator. "A batch" means the largest batch so far. */
export interface OperatorMemory {
  /** Used by all tensors of a batch. */
  realMemorySize: number[]
  /** Used by the largest tensor. */
  maxRealMemorySize: number[]
  /** Set aside for a batch: at least what is used. */
  reservedMemorySize: number[]
  /** Set aside for the largest tensor. */
  maxReservedMemorySize: number[]
}

/** The memory of each operator, by its name, in the order in which data flows through the operators. */
export type ExecutorStatistics = Record<string, OperatorMemory>

const fields = { realMemorySize: 'real', maxRealMemorySize: 'maxReal' } as const
const reserved = { reservedMemorySize: 'reserved', maxReservedMemorySize: 'maxReserved' } as const

const nothing: OutputMemory = { real: 0, maxReal: 0, reserved: 0, maxReserved: 0 }

/**
 * Collects the memory of all operators. `sources`: bytes of the outputs of external sources, by stage index.
 * `presized`: says whether the slots of a stage were sized from the user's hints before the first batch, on the host
 * and on the GPU.
 */
export function executorStatistics(
  plan: Pick<Plan, 'stages' | 'batchSize'>,
  reports: ReadonlyMap<number, Pick<ProgramReport, 'ops'>>,
  sources: ReadonlyMap<number, readonly OutputMemory[]>,
  presized: (stage: number) => { host: boolean; device: boolean },
): ExecutorStatistics {
  const all: ExecutorStatistics = {}
  for (const [i, stage] of plan.stages.entries()) {
    const { host, device } = presized(i)
    const hints = (stage.bytesPerSample ?? []).map((bytes, o) => ((isOnDevice(stage, o) ? device : host) ? bytes : 0))
    for (const [k, { name, outputs }] of (reports.get(i)?.ops ?? []).entries()) {
      all[name] = inNames(
        outputs,
        placesOf(stage, k, outputs.length).map((places) => places.reduce((sum, at) => sum + (hints[at] ?? 0), 0)),
        plan.batchSize,
      )
    }
    if (stage.kind !== 'source' || stage.node < 0) continue
    const given = sources.get(i) ?? []
    const outputs = Array.from({ length: stage.numOutputs }, (_, o) => given[o] ?? nothing)
    all[stage.name] = inNames(outputs, hints, plan.batchSize)
  }
  return all
}

/**
 * Returns where each output of operator `k` is among the stage's outputs: nowhere if the value stays inside the stage,
 * twice if it is passed on in host and in device memory.
 */
function placesOf(stage: StagePlan, k: number, outputs: number): number[][] {
  if (!('program' in stage)) return Array.from({ length: outputs }, (_, o) => [o])
  const all = stage.program.outputs
  return stage.program.ops[k]!.outputs.map((value) => all.flatMap((v, at) => (v === value ? [at] : [])))
}

/** Converts to DALI's names. `hints`: bytes per sample that were set aside for each output before the first batch. */
function inNames(outputs: readonly OutputMemory[], hints: readonly number[], batchSize: number): OperatorMemory {
  const known = outputs.map((o, i) => {
    const hint = hints[i] ?? 0
    return { ...o, reserved: Math.max(o.reserved, hint * batchSize), maxReserved: Math.max(o.maxReserved, hint) }
  })
  const lists = Object.entries({ ...fields, ...reserved }).map(([name, of]) => [name, known.map((o) => o[of])])
  return Object.fromEntries(lists) as unknown as OperatorMemory
}

/** Formats a table with one line per output. */
export function memoryTable(all: ExecutorStatistics): string {
  const rows = Object.entries(all).flatMap(([name, m]) =>
    m.realMemorySize.map((real, o) => [
      `${name.replaceAll('+', ' + ')}[${o}]`,
      ...[real, m.maxRealMemorySize[o]!, m.reservedMemorySize[o]!, m.maxReservedMemorySize[o]!].map(String),
    ]),
  )
  const titles = ['real', 'max real', 'reserved', 'max reserved']
  const columns = [
    { title: 'output', flexible: true as const },
    ...titles.map((title) => ({ title, align: 'right' as const })),
  ]
  return `operator memory, bytes per batch and per largest tensor\n${table(columns, rows).replace(/^ +/gm, '')}`
}
