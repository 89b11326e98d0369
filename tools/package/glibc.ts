// Finds the version of the C library that a shared library needs.
import { execFileSync } from 'node:child_process'

/** The newest version of glibc among the symbols that the library takes from outside, such as '2.27'. */
export function newestGlibc(library: string): string {
  // Unlike objdump, it reads libraries for other processors.
  const needs = execFileSync('readelf', ['--version-info', library], { encoding: 'utf8', maxBuffer: 64 << 20 })
  const versions = [...needs.matchAll(/Name: GLIBC_(\d+(?:\.\d+)+)/g)].map(([, version]) => version!)
  return versions.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1) ?? '0'
}
