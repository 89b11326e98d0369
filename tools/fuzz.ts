// `npm run fuzz`: looks for inputs that break penstock. Targets are files of native/fuzz (C++) and of test/fuzz/targets
// (JavaScript). The code that they run is built with AddressSanitizer and UBSan. docs/design/fuzzing.md describes how to
// handle a finding. Several targets may run at a time; the output of each is then printed when it has ended.
import { Command } from 'commander'
import { type Options, prepare, type Say } from './fuzz/build.js'
import { replayNative, runNative } from './fuzz/native.js'
import { replayScript, runScript } from './fuzz/script.js'
import { root, type Target, targets, withoutCorpus } from './fuzz/targets.js'

const positive = (text: string): number => {
  const value = Number(text)
  if (!(value >= 0)) throw new Error(`Expected a number of 0 or more but received ${text}`)
  return value
}

const program = new Command('fuzz')
  .argument('[names...]', 'targets; all of them with --all')
  .option('--list', 'list the targets')
  .option('--all', 'every target in turn')
  .option('--seconds <n>', 'how long each target runs', positive, 60)
  .option('--runs <n>', 'so many inputs instead', positive)
  .option('--jobs <n>', 'how many targets run at a time', positive, 1)
  .option('--seed <n>', 'what every decision follows from; another one each day by default', positive)
  .option('--keep <folder>', 'keeps inputs that reach new code, for the next run and for `distil` (C++ targets)')
  .option('--plain', 'the normal build, without sanitizers: many times as fast')
  .option('--replay <files...>', 'runs these files through the one target named')
  .parse()
const options = program.opts<
  Partial<Options> & { list?: boolean; all?: boolean; seconds: number; jobs: number; replay?: string[] }
>()

const all = targets()
if (options.list) {
  for (const target of all) console.log(`${target.name.padEnd(12)} ${target.what}`)
  process.exit(0)
}

function named(name: string): Target {
  const target = all.find((t) => t.name === name)
  if (target) return target
  console.error(`no target ${name}; npm run fuzz -- --list names them`)
  process.exit(2)
}

const chosen = options.all ? all : program.args.map(named)
if (!chosen.length) program.help({ error: true })
const bare = options.replay ? [] : withoutCorpus(root, chosen)
if (bare.length) {
  console.error(bare.join('\n'))
  process.exit(2)
}
const seed = options.seed ?? Math.floor(Date.now() / 86_400_000)
const build = prepare(chosen, options.plain ?? false)

async function runTarget(target: Target, say: Say): Promise<number> {
  if (options.replay)
    return target.native
      ? replayNative(target, build, options.replay, say)
      : replayScript(target, build, options.replay, say)
  const how = { ...options, seed }
  say(`== ${target.name}, seed ${seed}\n`)
  return target.native ? runNative(target, build, how, say) : runScript(target, build, how, say)
}

const print: Say = (text) => void process.stdout.write(text)
const waiting = [...chosen]
let findings = 0

/** Runs targets until none is left. */
async function work(): Promise<void> {
  for (let target = waiting.shift(); target; target = waiting.shift()) {
    if (options.jobs === 1) {
      findings += await runTarget(target, print)
      continue
    }
    let said = ''
    findings += await runTarget(target, (text) => {
      said += text
    })
    print(said)
  }
}

await Promise.all(Array.from({ length: Math.max(1, options.jobs) }, work))
process.exit(findings ? 1 : 0)
