// Pass 7: makes the edges between stages, each with the number of batches that fit on it. The edges of a stage are in
// the order of its inputs.
import { isGpuStage, type PlacedStage } from './place.js'
import type { DepthPolicy } from './policy.js'
import type { MailboxPlan, PlanOptions } from './types.js'

export function queues(placed: PlacedStage[], policy: DepthPolicy, options: PlanOptions): MailboxPlan[] {
  const { cpu, gpu } = options.prefetchQueueDepth
  const capacity = (from: number) => (policy === 'one' ? 1 : isGpuStage(placed[from]!.kind) ? gpu : cpu)
  return placed.flatMap((stage, to) => stage.inputs.map((from) => ({ from, to, capacity: capacity(from) })))
}
