// `npm run parity [-- OP... --cases N --seed S --case N --speed --write]`: runs DALI beside penstock on drawn cases of each
// operator, prints a table, and exits with 1 where they differ other than on purpose. --write makes docs/reference/parity.md, and with
// --speed it first keeps what was timed in bench/results/parity-speed.json, from which that page has its speeds.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Command, InvalidArgumentError } from 'commander'
import type { Parity } from './parity/cases.js'
import { Dali, daliCommand, pythonVariable } from './parity/dali.js'
import { answer } from './parity/penstock.js'
import { CaseProgress } from './parity/progress.js'
import { document, failures, printed, purposes, type Row, ratioText } from './parity/report.js'
import { drawSpeedCase, runOperator } from './parity/run.js'
import { type Speed, speed } from './parity/speed.js'
import { readSpeeds, writeSpeeds } from './parity/speeds-file.js'
import { root, stop } from './scaffold/scaffold.js'
import { loadSchemas } from './schemas/op-json.js'

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
  .option('--cases <n>', 'cases of each operator; with 0, --speed only times', whole(0), 200)
  .option('--seed <s>', 'the seed that cases are drawn from', whole(0), 1)
  .option('--case <n>', 'runs this case alone', whole(0))
  .option('--speed', 'also times the operators, on two threads each')
  .option(
    '--write',
    'writes docs/reference/parity.md, for all operators; with --speed also the speeds of those that were timed',
  )
  .parse()
const flags = program.opts<Flags>()

const fileOf = (symbol: string) => join(root, 'native/ops', symbol, 'parity.ts')
const all = loadSchemas(join(root, 'native/ops')).filter(({ symbol }) => existsSync(fileOf(symbol)))
const unknown = program.args.filter((name) => !all.some((op) => op.name === name))
if (unknown.length) stop(`${unknown.join(', ')}: no operator with a parity.ts is called so`)
const timedOnly = flags.speed && flags.cases === 0
if (flags.write && program.args.length && !timedOnly)
  stop('--write is for all operators; leave the names out, or write speeds alone with --speed --cases 0')
const command = daliCommand()
if (!command)
  stop(`DALI is not installed: run \`bench/rivals/install.sh dali\`, or name a Python that has it in ${pythonVariable}`)

if (flags.cases === 0 && !flags.speed) stop('--cases 0 compares nothing; give it with --speed alone')

const chosen: { name: string; parity: Parity; speed?: Speed }[] = []
for (const { name, symbol } of all) {
  if (program.args.length && !program.args.includes(name)) continue
  const { default: parity } = (await import(pathToFileURL(fileOf(symbol)).href)) as { default: Parity }
  chosen.push({ name, parity })
}

const rows: Row[] = []
const dali = await Dali.start(command)
try {
  // Speeds come first: the cases leave a heap of more than a gigabyte in this process, which slows every call.
  for (const one of chosen) {
    if (!flags.speed || !one.parity.speed) continue
    one.speed = await speed(one.name, drawSpeedCase(one.parity.speed, flags.seed), dali)
    console.error(
      `${one.name}: ${ratioText(one.speed.ratios)}, CPU time ${ratioText(one.speed.cpuRatios)}; ${one.speed.ownWay} beside ${one.speed.way}`,
    )
  }
  if (flags.speed && flags.write)
    writeSpeeds(Object.fromEntries(chosen.flatMap(({ name, speed }) => (speed ? [[name, speed]] : []))))
  using progress = new CaseProgress(flags.cases ? chosen.length : 0)
  for (const { name, parity, speed } of chosen) {
    const { cases, seed } = flags
    const only = flags.case === undefined ? {} : { only: flags.case }
    const onCase = cases ? { onCase: progress.operator(name, flags.case === undefined ? cases : 1) } : {}
    const outcomes = await runOperator(name, parity, dali, answer, { cases, seed, ...only, ...onCase })
    const row: Row = { outcomes, parity, ...(speed && { speed }) }
    progress.clear()
    for (const text of failures(row, seed)) console.error(text)
    if (cases) progress.end(outcomes)
    rows.push(row)
  }
} finally {
  dali.close()
}
process.stdout.write(printed(rows, flags.speed === true))
if (flags.cases) for (const text of purposes(rows)) console.log(text)
const failed = rows.filter(({ outcomes }) => outcomes.failures.length)
if (failed.length)
  console.error(
    `${failed.map(({ outcomes }) => `${outcomes.op}: ${outcomes.failures.length}`).join(', ')} cases differ from DALI`,
  )
else if (flags.write && flags.cases) {
  const about = { dali: dali.version, seed: flags.seed, measured: readSpeeds() }
  writeFileSync(join(root, 'docs/reference/parity.md'), document(rows, about))
}
process.exitCode = failed.length ? 1 : 0
