// executorStatistics(): what each operator's outputs take, in DALI's terms, and the table that enableMemoryStats prints.

import type { Plan, StagePlan } from '../graph/types.js'
import type { OutputMemory, ProgramReport } from '../native.js'
import { table } from './table.js'

/** Bytes, one number per output of the operator. "A batch" is the largest one so far. */
export interface OperatorMemory {
  /** Used by a batch. */
  realMemorySize: number[]
  /** Used by the largest tensor. */
  maxRealMemorySize: number[]
  /** Set aside for a batch. */
  reservedMemorySize: number[]
  /** Set aside for the largest tensor. */
  maxReservedMemorySize: number[]
}

/** By the operator's name, in the order in which data goes through them. */
export type ExecutorStatistics = Record<string, OperatorMemory>

const fields = { realMemorySize: 'real', maxRealMemorySize: 'maxReal' } as const
const reserved = { reservedMemorySize: 'reserved', maxReservedMemorySize: 'maxReserved' } as const

const nothing: OutputMemory = { real: 0, maxReal: 0, reserved: 0, maxReserved: 0 }

/** `sources`: what external sources gave, by stage. `isPresized`: a stage's slots had the memory of its hints from the start. */
export function executorStatistics(
  plan: Pick<Plan, 'stages' | 'batchSize'>,
  reports: ReadonlyMap<number, Pick<ProgramReport, 'ops'>>,
  sources: ReadonlyMap<number, readonly OutputMemory[]>,
  isPresized: (stage: number) => boolean,
): ExecutorStatistics {
  const all: ExecutorStatistics = {}
  for (const [i, stage] of plan.stages.entries()) {
    const hints = (isPresized(i) && stage.bytesPerSample) || []
    for (const [k, { name, outputs }] of (reports.get(i)?.ops ?? []).entries()) {
      all[name] = inNames(
        outputs,
        placesOf(stage, k, outputs.length).map((at) => hints[at] ?? 0),
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

/** Where in a slot the outputs of operator `k` lie; -1 for those that stay inside the stage. */
function placesOf(stage: StagePlan, k: number, outputs: number): number[] {
  if (!('program' in stage)) return Array.from({ length: outputs }, (_, o) => o)
  return stage.program.ops[k]!.outputs.map((value) => stage.program.outputs.indexOf(value))
}

/** `hints`: bytes per sample that were set aside for each output before there was a batch. */
function inNames(outputs: readonly OutputMemory[], hints: readonly number[], batchSize: number): OperatorMemory {
  const known = outputs.map((o, i) => {
    const hint = hints[i] ?? 0
    return { ...o, reserved: Math.max(o.reserved, hint * batchSize), maxReserved: Math.max(o.maxReserved, hint) }
  })
  const lists = Object.entries({ ...fields, ...reserved }).map(([name, of]) => [name, known.map((o) => o[of])])
  return Object.fromEntries(lists) as unknown as OperatorMemory
}

/** One line per output, and the total. */
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
