// Measures the peak of memory that a function takes.
import { readFileSync, writeFileSync } from 'node:fs'

/** Under AddressSanitizer no peak says anything: it keeps freed memory for a while. */
export const canMeasure = process.env.ASAN_OPTIONS === undefined

/** The most memory that the process has had while `f` ran, beyond what it had before, in MiB. */
export async function peakOf(f: () => Promise<unknown>): Promise<number> {
  const status = (field: string) =>
    Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync('/proc/self/status', 'utf8'))![1])
  writeFileSync('/proc/self/clear_refs', '5')
  const before = status('VmRSS')
  await f()
  return (status('VmHWM') - before) / 1024
}
