// Runs the cases of one target in this process, which may crash or hang: the file of --current then holds the case. With
// --seed it draws cases from number --from on, until the time or the number is over; else it runs the files given.
// Findings go to stdout, one JSON object a line; the last line has the totals.
import { ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { Random } from './random.mjs'

const { values: options, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    target: { type: 'string' },
    dist: { type: 'string' },
    current: { type: 'string' },
    seed: { type: 'string' },
    from: { type: 'string', default: '0' },
    until: { type: 'string', default: 'Infinity' },
    runs: { type: 'string', default: 'Infinity' },
  },
})
/** CPU time of one case, in seconds. */
const maxSeconds = 20

const load = (path) => import(pathToFileURL(resolve(path)).href)
const [nd, penstock, { schemas }] = await Promise.all(
  ['dynamic.js', 'index.js', 'generated/schemas.js'].map((name) => load(`${options.dist}/${name}`)),
)
const target = (await load(`test/fuzz/targets/${options.target}.mjs`)).make({ nd, penstock, schemas })

const current = openSync(options.current, 'w')
const totals = {}
let done = 0

/** Memory that one case may add to the most that this process has had, in bytes; AddressSanitizer keeps what is freed. */
const maxMemory = process.env.LD_PRELOAD?.includes('libasan') ? 3 * 2 ** 30 : 2 ** 30

/** What an outcome is, and whether it is one that should not be. */
function judge(error, seconds, memory) {
  if (error?.finding) return { finding: error.finding, text: error.message }
  if (error && (!error.code || error.code === 'INTERNAL'))
    return { finding: `error: ${error.message.replace(/\d+/g, '#')}`.slice(0, 200), text: error.stack ?? String(error) }
  if (seconds > maxSeconds) return { finding: 'time', text: `${seconds.toFixed(1)} s of CPU time` }
  if (memory > maxMemory) return { finding: 'memory', text: `${(memory / 2 ** 20).toFixed(0)} MiB more` }
  return undefined
}

const peak = () => process.resourceUsage().maxRSS * 1024

async function runCase(json, n) {
  ftruncateSync(current, 0)
  writeSync(current, `${n}\n${json}`, 0)
  const before = process.cpuUsage()
  const peakBefore = peak()
  let error
  let outcome
  try {
    outcome = await target.run(JSON.parse(json))
  } catch (e) {
    error = e
    outcome = e?.code ?? e?.constructor?.name ?? 'thrown'
  }
  const { user, system } = process.cpuUsage(before)
  totals[outcome] = (totals[outcome] ?? 0) + 1
  done++
  const bad = judge(error, (user + system) / 1e6, peak() - peakBefore)
  if (!bad) return
  writeSync(1, `${JSON.stringify({ ...bad, n, case: json })}\n`)
  // What hangs would hold this process for ever, whatever is asked of it.
  if (bad.finding === 'hang') process.kill(process.pid, 'SIGKILL')
}

if (options.seed === undefined) {
  for (const [i, file] of files.entries()) await runCase(readFileSync(file, 'utf8'), i)
} else {
  const [from, runs, until] = [Number(options.from), Number(options.runs), Number(options.until)]
  for (let n = from; n < from + runs && Date.now() < until; n++)
    await runCase(JSON.stringify(target.draw(new Random(Number(options.seed), n))), n)
}
writeSync(1, `${JSON.stringify({ done, totals })}\n`)
process.exit(0)
