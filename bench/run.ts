// Benchmarks: `npm run bench -- SUITE [options]`. A suite is one file in bench/suites that says which contenders run
// which work; this file starts them all, lets them take turns round by round, and prints medians with their spread.
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const suites = join(dirname(fileURLToPath(import.meta.url)), 'suites')
const names = readdirSync(suites).map((f) => f.replace(/\.ts$/, ''))
const [name, ...args] = process.argv.slice(2)

if (!name || !existsSync(join(suites, `${name}.ts`))) {
  console.error(
    `usage: npm run bench -- SUITE [--data DIR] [--rounds 5] [--seconds 5] [--only a,b]\nsuites: ${names.join(', ')}`,
  )
  process.exit(2)
}
const suite = (await import(join(suites, `${name}.ts`))) as { run(args: string[]): Promise<void> }
await suite.run(args)
