// Formats the C++ sources with the clang-format that npm installs: `tsx tools/check/clang-format.ts` writes, `--check` lists
// the files that would change and exits 1. Generated code is left alone.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const sources = ['native', 'bench/native']
const isSource = (name: string) => /\.(cc|h|cu|cuh)$/.test(name)

const { getNativeBinary } = createRequire(import.meta.url)('clang-format') as { getNativeBinary(): string }
const binary = getNativeBinary()

const files = sources
  .flatMap((dir) => readdirSync(join(root, dir), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && isSource(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((file) => !relative(root, file).startsWith(join('native', 'generated')))
  .sort()

const changed = files.filter((file) => {
  const before = readFileSync(file, 'utf8')
  const after = execFileSync(binary, ['-style=file', `-assume-filename=${file}`], { input: before, encoding: 'utf8' })
  if (after === before) return false
  if (!process.argv.includes('--check')) writeFileSync(file, after)
  return true
})

for (const file of changed) console.log(relative(root, file))
if (process.argv.includes('--check') && changed.length) {
  console.error(`${changed.length} of ${files.length} files need formatting: npx tsx tools/check/clang-format.ts`)
  process.exitCode = 1
}
