// Computes how much of the thread pool each stage uses and what more threads would give. The verdict uses these
// numbers.
import type { StageStatistics } from './types.js'

export interface Threads {
  /** Threads of the pipeline's pool. */
  pool: number
  /** Cores that the process may use. */
  cores: number
}

/**
 * The share of time in which a stage works. A source that waits for its data counts as working: user code runs
 * meanwhile.
 */
export const workOf = (s: StageStatistics): number => (s.kind === 'source' ? s.busy + s.starved : s.busy)

/**
 * Estimates the gain of more threads. They shorten the part of each stage's time in which the pool works; the rest
 * stays. The gain is limited by the stage that is then the slowest, by the cores of the machine, and by the samples of
 * a batch.
 */
export function moreThreads(
  stage: StageStatistics,
  stages: readonly StageStatistics[],
  { pool, cores }: Threads,
): { add: number; gain: number; next?: string } {
  if (pool >= cores || stage.samples / stage.batches <= pool) return { add: 0, gain: 0 }
  const working = stages.filter((s) => s.batches > 0)
  const work = (s: StageStatistics, threads: number) => {
    if (!onPool(s)) return workOf(s)
    const share = poolShare(s, stages, pool)
    const useful = Math.min(threads, Math.max(pool, s.samples / s.batches))
    return workOf(s) * (1 - share + (share * pool) / useful)
  }
  const slowest = (threads: number) => Math.max(...working.map((s) => work(s, threads)))
  const used = coresUsed(stages, cores)
  const bound = used > 0 ? cores / used : Number.POSITIVE_INFINITY
  const speed = (threads: number) => Math.min(bound, slowest(pool) / slowest(threads) || 1)
  // Finds the fewest threads that give 95 % of the possible gain.
  let threads = pool + 1
  while (threads < cores && speed(threads) - 1 < 0.95 * (speed(cores) - 1)) threads++
  const others = working.filter((s) => s !== stage).sort((x, y) => work(y, threads) - work(x, threads))
  return { add: threads - pool, gain: speed(threads) - 1, ...(others[0] && { next: others[0].name }) }
}

/** Whether the stage uses the thread pool. GPU kernels do not; a mixed stage does, for the CPU's part of decoding. */
export const onPool = (s: StageStatistics) => s.kind !== 'gpu' && (s.ops.length > 0 || s.kind === 'cpu')
const opSeconds = (s: StageStatistics) => s.ops.reduce((sum, op) => sum + op.time, 0)
/** Returns the share of the pool's time that goes into this stage's operators, 0..1. */
export const poolUse = (s: StageStatistics, pool: number) => (s.seconds > 0 ? opSeconds(s) / (s.seconds * pool) : 0)

/**
 * Returns the share of the stage's busy time in which the pool works for it, or makes it wait by working for others.
 */
function poolShare(stage: StageStatistics, stages: readonly StageStatistics[], pool: number): number {
  if (!stage.ops.length || stage.busy <= 0) return 1
  const others = stages.reduce((sum, s) => (s === stage ? sum : sum + poolUse(s, pool)), 0)
  return Math.min(1, poolUse(stage, pool) / stage.busy + others)
}

/** Returns how many cores the operators' threads, the sources and the consumer keep busy. */
export function coresUsed(stages: readonly StageStatistics[], limit: number): number {
  const cores = stages.reduce((sum, s) => {
    if (s.ops.length && s.seconds > 0) return sum + s.ops.reduce((all, op) => all + op.time, 0) / s.seconds
    return sum + s.busy * s.actors
  }, 0)
  return Math.min(cores, limit)
}
