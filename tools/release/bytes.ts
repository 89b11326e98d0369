// Checks the rule about bytes (docs/reference/versioning.md): it compares hashes of the results of pipelines with stored ones.
// `npm run bytes` writes test/bytes/hashes.json anew, after an intended change of bytes.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Hashes by the name of the case. */
export type Hashes = Record<string, string>
export interface Table {
  /** The version of the package in which a hash changed last. */
  version: string
  hashes: Hashes
}

/** One line for each case that differs. */
export function differences(before: Hashes, after: Hashes): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    if (!(name in after)) return [`${name}: the case is gone`]
    if (!(name in before)) return [`${name}: a new case`]
    return before[name] === after[name] ? [] : [`${name}: other bytes`]
  })
}

const numbers = (version: string) => version.split('.').map((part) => Number.parseInt(part, 10)) as [number, number]

/** The changes that may not go out as `version` after a release with the table `before`. New cases always may. */
export function unaccounted(before: Table, after: Hashes, version: string): string[] {
  const [[major, minor], [newMajor, newMinor]] = [numbers(before.version), numbers(version)]
  if (newMajor > major || (newMajor === major && newMinor > minor)) return []
  return differences(before.hashes, after).flatMap((line) => {
    if (line.endsWith('a new case')) return []
    if (line.endsWith('gone')) return [`${line}; say by which one it is replaced`]
    return [
      `${line} than in ${before.version}; raise the version to ${major}.${minor + 1}.0, or find what changed them`,
    ]
  })
}

export const tablePath = 'test/bytes/hashes.json'

/** Runs the cases with the built package. */
export function currentHashes(root: string): Hashes {
  const program = join(root, 'test/bytes/cases.mjs')
  return JSON.parse(execFileSync(process.execPath, [program], { cwd: root, encoding: 'utf8' })) as Hashes
}

function main(): void {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const before = JSON.parse(readFileSync(join(root, tablePath), 'utf8')) as Table
  const hashes = currentHashes(root)
  const changed = differences(before.hashes, hashes)
  if (changed.length) writeFileSync(join(root, tablePath), `${JSON.stringify({ version, hashes }, null, 2)}\n`)
  console.log(changed.length ? changed.join('\n') : 'no bytes have changed')
  if (changed.some((line) => !line.endsWith('a new case')))
    console.log(
      '\nBytes change only with a new minor version: see docs/reference/versioning.md, and say in CHANGELOG.md what changes',
    )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
