// Finds the package's folder and the files in it that the command line needs.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The package's folder; this file is dist/cli/package.js in it. */
export const packageRoot = fileURLToPath(new URL('../..', import.meta.url))

export function inPackage(path: string): string {
  return join(packageRoot, path)
}

export function version(): string {
  return (JSON.parse(readFileSync(inPackage('package.json'), 'utf8')) as { version: string }).version
}

/** Whether this is a checkout of the sources: a published package does not have the benchmarks. */
export function isCheckout(): boolean {
  return existsSync(inPackage('bench/run.ts'))
}
