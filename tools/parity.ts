// `npm run parity [-- OP... --cases N --seed S --case N --speed --write]`: runs DALI beside penstock on drawn cases of each
// operator, prints a table, and exits with 1 where they differ other than on purpose. --write makes docs/parity.md.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Command, InvalidArgumentError } from 'commander'
import { loadSchemas } from './gen/schema.js'
import type { Parity } from './parity/cases.js'
import { Dali, daliCommand, pythonVariable } from './parity/dali.js'
import { answer } from './parity/penstock.js'
import { document, failures, printed, purposes, type Row } from './parity/report.js'
import { drawSpeedCase, runOperator } from './parity/run.js'
import { speed } from './parity/speed.js'
import { root, stop } from './scaffold.js'

interface Flags {
  cases: number
  seed: number
  case?: number
  speed?: true
  write?: true
}

const whole = (least: number) => (text: string) => {
  const value = Number(text)
  if (!Number.isInteger(value) || value < least)
    throw new InvalidArgumentError(`Expected a whole number of at least ${least}.`)
  return value
}

const program = new Command('npm run parity --')
  .description('Runs DALI beside penstock on the same inputs and compares the results.')
  .argument('[operators...]', 'operators as in fn, such as resize or random.uniform; all when none is given')
  .option('--cases <n>', 'cases of each operator', whole(1), 200)
  .option('--seed <s>', 'the seed that cases are drawn from', whole(0), 1)
  .option('--case <n>', 'runs this case alone', whole(0))
  .option('--speed', 'also times the operators, on two threads each')
  .option('--write', 'writes docs/parity.md; for all operators')
  .parse()
const flags = program.opts<Flags>()

const fileOf = (symbol: string) => join(root, 'native/ops', symbol, 'parity.ts')
const all = loadSchemas(join(root, 'native/ops')).filter(({ symbol }) => existsSync(fileOf(symbol)))
const unknown = program.args.filter((name) => !all.some((op) => op.name === name))
if (unknown.length) stop(`${unknown.join(', ')}: no operator with a parity.ts is called so`)
if (flags.write && program.args.length) stop('--write is for all operators; leave the names out')
const command = daliCommand()
if (!command)
  stop(`DALI is not installed: run \`bench/rivals/install.sh dali\`, or name a Python that has it in ${pythonVariable}`)

const rows: Row[] = []
const dali = await Dali.start(command)
try {
  for (const { name, symbol } of all) {
    if (program.args.length && !program.args.includes(name)) continue
    const { default: parity } = (await import(pathToFileURL(fileOf(symbol)).href)) as { default: Parity }
    const only = flags.case === undefined ? {} : { only: flags.case }
    const outcomes = await runOperator(name, parity, dali, answer, { cases: flags.cases, seed: flags.seed, ...only })
    const row: Row = { outcomes, parity }
    if (flags.speed && parity.speed) row.speed = await speed(name, drawSpeedCase(parity.speed, flags.seed), dali)
    for (const text of failures(row, flags.seed)) console.error(text)
    rows.push(row)
  }
} finally {
  dali.close()
}
process.stdout.write(printed(rows, flags.speed === true))
for (const text of purposes(rows)) console.log(text)
const failed = rows.filter(({ outcomes }) => outcomes.failures.length)
if (failed.length)
  console.error(
    `${failed.map(({ outcomes }) => `${outcomes.op}: ${outcomes.failures.length}`).join(', ')} cases differ from DALI`,
  )
else if (flags.write)
  writeFileSync(join(root, 'docs/parity.md'), document(rows, { dali: dali.version, seed: flags.seed }))
process.exitCode = failed.length ? 1 : 0
