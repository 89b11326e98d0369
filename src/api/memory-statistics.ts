// executorStatistics(): what each operator's outputs take, in DALI's terms, and the table that enableMemoryStats prints.
import { table } from '../cli/table.js'
import type { Plan } from '../graph/types.js'
import type { OutputMemory, ProgramReport } from '../native.js'

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

/** `sources`: what external sources gave, by stage. */
export function executorStatistics(
  plan: Pick<Plan, 'stages'>,
  reports: ReadonlyMap<number, Pick<ProgramReport, 'ops'>>,
  sources: ReadonlyMap<number, readonly OutputMemory[]>,
): ExecutorStatistics {
  const all: ExecutorStatistics = {}
  for (const [i, stage] of plan.stages.entries()) {
    for (const { name, outputs } of reports.get(i)?.ops ?? []) all[name] = inNames(outputs)
    const given = sources.get(i)
    if (stage.kind === 'source' && stage.node >= 0 && given) all[stage.name] = inNames(given)
  }
  return all
}

function inNames(outputs: readonly OutputMemory[]): OperatorMemory {
  const lists = Object.entries({ ...fields, ...reserved }).map(([name, of]) => [name, outputs.map((o) => o[of])])
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
