// Pass 6: the edges between stages and the room on each. A stage's edges stand in the order of its inputs.
import type { PlacedStage } from './place.js'
import type { DepthPolicy } from './policy.js'
import type { MailboxPlan, PlanOptions } from './types.js'

export function queues(placed: PlacedStage[], policy: DepthPolicy, options: PlanOptions): MailboxPlan[] {
  const capacity = policy === 'one' ? 1 : options.prefetchQueueDepth.cpu
  return placed.flatMap((stage, to) => stage.inputs.map((from) => ({ from, to, capacity })))
}
