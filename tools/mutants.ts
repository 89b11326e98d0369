// `npm run mutants [-- --only PATH --count N --seed S]`: changes a line of the product, runs the tests that import it, and lists
// the changes that no test notices. CONTRIBUTING.md says what to do with them. The project must be built.
import { Command, InvalidArgumentError } from 'commander'
import { projectFiles } from './check/project-files.js'
import { Copy } from './mutants/copy.js'
import { allMutants, draw, type Mutant, shown } from './mutants/draw.js'
import { importers, relatedTests } from './mutants/related.js'
import { root, stop } from './scaffold/scaffold.js'

const folders = ['src/actors', 'src/data', 'src/engine', 'src/dynamic/scheduling', 'src/readers']
/** The number of tests that run first; most mutants end there. */
const first = 3
/** Milliseconds beyond four times what tests take without a mutant: the start of vitest, and a busy machine. */
const slack = 40_000

const whole = (text: string) => {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('Expected a whole number of at least 1.')
  return value
}

const flags = new Command('npm run mutants --')
  .description('Changes lines of the product one at a time, and lists the changes that no test notices.')
  .option('--seed <s>', 'the seed that mutants are drawn from; another one each time by default', whole)
  .option('--count <n>', 'how many mutants are drawn', whole, 20)
  .option('--only <path...>', 'files or folders to change')
  .option('--tests <n>', 'how many test files run for a mutant, the nearest first', whole, 12)
  .option('--jobs <n>', 'how many mutants run at a time', whole, 1)
  .parse()
  .opts<{ seed?: number; count: number; only?: string[]; tests: number; jobs: number }>()

const seed = flags.seed ?? 1 + Math.floor(Math.random() * 1e6)
const only = flags.only?.map((path) => path.replace(/\/$/, '')) ?? folders
const files = projectFiles(root, 'src').filter(
  (file) => /(?<!\.d)\.ts$/.test(file) && only.some((path) => file === path || file.startsWith(`${path}/`)),
)
if (!files.length) stop(`--only ${only.join(' ')}: there is no such source; give paths such as src/data/rows.ts`)
const mutants = draw(allMutants(root, files), seed, flags.count)
console.log(`${mutants.length} mutants of ${files.length} files, seed ${seed}`)

const all = importers(root)
/** Names of one word are everywhere: `run`, `length`. */
const telling = (name: string) => /^[a-z]+[A-Z]\w*$|^[A-Z]\w*[a-z]/.test(name)
const testsOf = new Map(
  mutants.map((mutant) => {
    const tests = relatedTests(root, all, mutant.file, mutant.within.filter(telling))
    return [mutant, tests.slice(0, flags.tests)]
  }),
)
const copies: Copy[] = []
process.once('exit', () => {
  for (const copy of copies) copy.close()
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
while (copies.length < Math.min(flags.jobs, mutants.length)) copies.push(new Copy(root))

const wanted = [...new Set([...testsOf.values()].flat())]
const base = wanted.length && copies[0] ? await copies[0].test(wanted, 60_000 * wanted.length, true) : undefined
if (base?.failed.length) console.log(`fail without a mutant, left out: ${base.failed.join(', ')}`)
if (base && !base.passed && !base.failed.length) stop(`the tests do not run without a mutant: ${base.by}`)

async function judge(copy: Copy, mutant: Mutant): Promise<string> {
  const tests = testsOf.get(mutant)!.filter((test) => base!.times.has(test) && !base!.failed.includes(test))
  if (!tests.length) return 'no test'
  return copy.during(mutant, async () => {
    for (const some of [tests.slice(0, first), tests.slice(first)].filter(({ length }) => length)) {
      const limit = slack + 4 * some.reduce((sum, test) => sum + base!.times.get(test)!, 0)
      const { passed, by } = await copy.test(some, limit)
      if (!passed) return `killed by ${by}`
    }
    return `survived ${tests.length} test files`
  })
}

const counts = new Map<string, number>()
const queue = [...mutants]
await Promise.all(
  copies.map(async (copy) => {
    for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
      const verdict = await judge(copy, mutant)
      const word = /^killed|^survived|^no test/.exec(verdict)![0]
      counts.set(word, (counts.get(word) ?? 0) + 1)
      console.log(`${mutant.file}:${mutant.line}: ${mutant.kind}: ${verdict}`)
      if (word !== 'killed')
        console.log(
          shown(root, mutant)
            .map((line, i) => `  ${'-+'[i]} ${line}`)
            .join('\n'),
        )
    }
  }),
)
console.log([...counts].map(([word, count]) => `${count} ${word}`).join(', '))
