// `penstock-data run --dashboard`: opens the dashboard of the run's pipeline and says where it is.
import type { Dashboard } from '../dashboard/dashboard.js'
import { invalidArgument } from '../errors/factories.js'
import { styled } from '../statistics/terminal.js'
import { signalNumbers } from './interrupt.js'
import type { UserPipeline } from './module.js'
import type { RunOptions } from './types.js'

/** Opens the dashboard that the options ask for, if any. Its address goes to stderr, so that stdout is the report's. */
export async function openFor(pipe: UserPipeline, options: RunOptions): Promise<Dashboard | undefined> {
  const { dashboard, dashboardHost: host, keepDashboard: keepOpen } = options
  if (dashboard === undefined) {
    const [name] = [host !== undefined && '--dashboard-host', keepOpen && '--keep-dashboard'].filter(Boolean)
    if (name) throw invalidArgument(`Expected --dashboard with ${name} but it is missing`)
    return undefined
  }
  const open = await pipe.dashboard({ port: dashboard === true ? 0 : dashboard, host, keepOpen })
  process.stderr.write(`${styled('bold', 'Dashboard:', process.stderr)} ${open.url}\n`)
  return open
}

/** Keeps a dashboard open after the run until SIGINT or SIGTERM comes, and closes it. */
export async function keepUntilSignal(dashboard: Dashboard): Promise<void> {
  process.stderr.write('The dashboard stays open; Ctrl-C ends it\n')
  const signals = Object.keys(signalNumbers) as (keyof typeof signalNumbers)[]
  let end = () => {}
  await new Promise<void>((resolve) => {
    end = resolve
    for (const signal of signals) process.on(signal, end)
  })
  for (const signal of signals) process.off(signal, end)
  await dashboard.close()
}
