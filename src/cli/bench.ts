// `penstock-data bench`: runs the benchmark runner in a process of its own. Only a checkout of the sources has the runner.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { unsupported } from '../errors/factories.js'
import { Exit } from './failure.js'
import { inPackage, isCheckout, packageRoot } from './package.js'

export async function bench(args: readonly string[]): Promise<void> {
  if (!isCheckout()) {
    throw unsupported(
      'The benchmarks are not part of the installed package',
      'Clone the repository and run `npm run bench` there',
    )
  }
  const child = spawn(process.execPath, ['--import', 'tsx', inPackage('bench/run.ts'), ...args], {
    cwd: packageRoot,
    stdio: 'inherit',
  })
  // The terminal sends SIGINT to both processes: this one waits for the runner and ends with its exit code.
  const ignore = () => {}
  process.on('SIGINT', ignore)
  const forward = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGTERM', forward)
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    if (code !== 0) throw new Exit(code ?? 128 + constants.signals[signal!])
  } finally {
    process.off('SIGINT', ignore)
    process.off('SIGTERM', forward)
  }
}
