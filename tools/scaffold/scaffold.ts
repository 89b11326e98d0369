// Writes new operators, readers and formats from tools/scaffold/templates, and checks that they build and that their tests say
// what to fill in.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export function stop(text: string): never {
  console.error(text)
  process.exit(1)
}

/**
 * Writes each template to its path, with the words replaced, and runs the generator. Nothing is written where one of the paths
 * exists already.
 */
export function writeScaffold(files: Readonly<Record<string, string>>, words: Readonly<Record<string, string>>): void {
  const taken = Object.values(files).filter((path) => existsSync(join(root, path)))
  if (taken.length) stop(`nothing written, these exist: ${taken.join(', ')}`)
  for (const [template, path] of Object.entries(files)) {
    let text = readFileSync(join(root, 'tools/scaffold/templates', template), 'utf8')
    for (const [word, value] of Object.entries(words)) text = text.replaceAll(word, value)
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const gen = spawnSync(process.execPath, ['--import', 'tsx', join(root, 'tools/gen.ts')], {
    cwd: root,
    stdio: 'inherit',
  })
  if (gen.status !== 0) stop('the generator failed')
}

/** A scaffold that is made for a check and removed afterwards. */
export interface Probe {
  /** The kind of the scaffold, e.g. 'operator'. */
  what: string
  /** Arguments of `npm run`. */
  command: readonly string[]
  /** Files and folders that the command makes. */
  made: readonly string[]
  /** Object files whose existence proves that it builds, as CMake's makefile names them. */
  objects: readonly string[]
  /** Its test, which fails and says what to fill in. */
  test: string
}

export function run(command: string, args: readonly string[]) {
  return spawnSync(command, args, { cwd: root, encoding: 'utf8' })
}

export function must(what: string, result: ReturnType<typeof run>): void {
  if (result.status === 0) return
  console.error(`${what} failed\n${result.stdout}${result.stderr}`)
  throw new Error(`${what} failed`)
}

/** The build folder of the check; the real one is not changed. */
const buildFolder = 'build-scaffold'
/** Folders that the generator writes to. */
const generated = ['native/generated', 'native/generated/ops', 'src/generated', 'docs', 'docs/operators']

/** Times of the generated files, which are restored so that a build does not compile unchanged files again. */
function generatedTimes(): Map<string, { text: string; mtime: Date }> {
  const files = generated.flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(root, folder, entry.name)),
  )
  return new Map(files.map((path) => [path, { text: readFileSync(path, 'utf8'), mtime: statSync(path).mtime }]))
}

/** Makes all scaffolds, builds them together, checks that their tests fail as intended, and removes everything. */
export function checkScaffolds(probes: readonly Probe[]): void {
  const made = probes.flatMap((probe) => probe.made)
  const left = made.find((path) => existsSync(join(root, path)))
  if (left) throw new Error(`${left} is there from an earlier run; delete it first`)
  const before = generatedTimes()
  try {
    for (const { what, command } of probes)
      must(`the scaffold of a new ${what}`, run('npm', ['run', '--silent', ...command]))
    must(
      'cmake',
      run('cmake', [
        '-S',
        '.',
        '-B',
        buildFolder,
        '-DCMAKE_BUILD_TYPE=Release',
        '-DPENSTOCK_TESTS=ON',
        '-DPENSTOCK_UNITS=OFF',
      ]),
    )
    must('the build', run('make', ['-C', buildFolder, ...new Set(probes.flatMap((probe) => probe.objects))]))
    for (const { what, test } of probes) lookAtTest(what, test)
  } finally {
    for (const path of [...made, buildFolder]) rmSync(join(root, path), { recursive: true, force: true })
    must('npm run gen', run('npm', ['run', '--silent', 'gen']))
    for (const [path, { text, mtime }] of before) {
      if (readFileSync(path, 'utf8') === text) utimesSync(path, mtime, mtime)
    }
  }
}

/** Its test must fail, and say what to fill in. */
export function lookAtTest(what: string, test: string): void {
  const { status, stdout, stderr } = run('npx', ['vitest', 'run', test])
  if (status === 0 || !`${stdout}${stderr}`.includes('fill them in')) {
    console.error(stdout)
    throw new Error(`the fresh test of a new ${what} should fail and say what to fill in`)
  }
  console.log(`a scaffolded ${what} builds, and its test says what to fill in`)
}
