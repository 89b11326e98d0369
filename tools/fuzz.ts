// `npm run fuzz`: looks for inputs that break penstock. Targets are files of native/fuzz (C++) and of test/fuzz/targets
// (JavaScript). The code that they run is built with AddressSanitizer and UBSan. docs/fuzzing.md describes how to
// handle a finding.
import { Command } from 'commander'
import { prepare } from './fuzz/build.js'
import { replayNative, runNative } from './fuzz/native.js'
import { replayScript, runScript } from './fuzz/script.js'
import { type Target, targets } from './fuzz/targets.js'

export interface Options {
  seconds: number
  runs?: number
  seed: number
  keep?: string
  plain?: boolean
}

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
  .option('--seed <n>', 'what every decision follows from; another one each day by default', positive)
  .option('--keep <folder>', 'keeps inputs that reach new code, for the next run and for `distil` (C++ targets)')
  .option('--plain', 'the normal build, without sanitizers: many times as fast')
  .option('--replay <files...>', 'runs these files through the one target named')
  .parse()
const options = program.opts<Partial<Options> & { list?: boolean; all?: boolean; seconds: number; replay?: string[] }>()

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
const seed = options.seed ?? Math.floor(Date.now() / 86_400_000)
const build = prepare(chosen, options.plain ?? false)
let findings = 0
for (const target of chosen) {
  if (options.replay) {
    findings += target.native
      ? replayNative(target, build, options.replay)
      : await replayScript(target, build, options.replay)
    continue
  }
  const how = { ...options, seed }
  console.log(`== ${target.name}, seed ${seed}`)
  findings += target.native ? runNative(target, build, how) : await runScript(target, build, how)
}
process.exit(findings ? 1 : 0)
