// Pass 6: the edges between stages and the room on each. Sources and readers feed the cpu stage; the stage before the
// sink feeds the sink.
import type { PlacedStage } from './place.js'
import type { DepthPolicy } from './policy.js'
import type { MailboxPlan, PlanOptions } from './types.js'

export function queues(placed: PlacedStage[], policy: DepthPolicy, options: PlanOptions): MailboxPlan[] {
  const capacity = policy === 'one' ? 1 : options.prefetchQueueDepth.cpu
  const sink = placed.length - 1
  const cpu = placed.findIndex((stage) => stage.kind === 'cpu')
  if (cpu < 0) return [{ from: 0, to: sink, capacity }]
  const feeds = placed.flatMap((_, from) => (from < cpu ? [{ from, to: cpu, capacity }] : []))
  return [...feeds, { from: cpu, to: sink, capacity }]
}
