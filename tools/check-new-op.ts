// `npm run check:new-op`: scaffolds an operator, builds it, sees that its test fails and says what to fill in, and takes
// it away again. The addon is built in a folder of its own, so that the real one stays as it is.
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const name = 'scaffoldProbe'
const files = ['native/ops/scaffold_probe', 'test/ops/scaffold_probe.test.ts', 'build-scaffold']

function run(command: string, args: string[]) {
  return spawnSync(command, args, { cwd: root, encoding: 'utf8' })
}

function must(what: string, result: ReturnType<typeof run>): void {
  if (result.status === 0) return
  console.error(`${what} failed\n${result.stdout}${result.stderr}`)
  throw new Error(what)
}

if (existsSync(`${root}/${files[0]}`)) throw new Error(`${files[0]} is there from an earlier run; delete it first`)
try {
  must('npm run new-op', run('npm', ['run', '--silent', 'new-op', name]))
  must('cmake', run('cmake', ['-S', '.', '-B', 'build-scaffold', '-DCMAKE_BUILD_TYPE=Release']))
  // One object file proves that the scaffold compiles; the registry proves that it is found.
  must(
    'the build',
    run('make', [
      '-C',
      'build-scaffold',
      'native/ops/scaffold_probe/scaffold_probe_cpu.o',
      'native/generated/registry.o',
    ]),
  )
  const test = run('npx', ['vitest', 'run', 'test/ops/scaffold_probe.test.ts'])
  if (test.status === 0 || !`${test.stdout}${test.stderr}`.includes('fill them in')) {
    console.error(test.stdout)
    throw new Error('the fresh test should fail and say what to fill in')
  }
  console.log('a scaffolded operator builds, and its test says what to fill in')
} finally {
  for (const file of files) rmSync(`${root}/${file}`, { recursive: true, force: true })
  must('npm run gen', run('npm', ['run', '--silent', 'gen']))
}
