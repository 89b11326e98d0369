// Pass 7: the edges between stages and the room on each. A stage's edges stand in the order of its inputs.
import { isGpuStage, type PlacedStage } from './place.js'
import type { DepthPolicy } from './policy.js'
import type { MailboxPlan, PlanOptions } from './types.js'

export function queues(placed: PlacedStage[], policy: DepthPolicy, options: PlanOptions): MailboxPlan[] {
  const { cpu, gpu } = options.prefetchQueueDepth
  const capacity = (from: number) => (policy === 'one' ? 1 : isGpuStage(placed[from]!.kind) ? gpu : cpu)
  return placed.flatMap((stage, to) => stage.inputs.map((from) => ({ from, to, capacity: capacity(from) })))
}
