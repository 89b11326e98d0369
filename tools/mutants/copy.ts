// Makes a copy of the built project in a temporary folder, in which mutants live. The checkout is never changed, also
// when a run is interrupted. Files that tests only read are links.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { transformSync } from 'esbuild'
import { type Mutant, mutated } from './draw.js'

/** The files that cannot be links: the mutated ones, and those that find them by their own place. */
const copied = new Set(['dist', 'examples', 'test', 'tools', 'package.json', 'tsconfig.json', 'vitest.config.ts'])

/** The end of a run of tests. */
export interface Outcome {
  passed: boolean
  /** The first test that failed, or what else happened. */
  by: string
  /** Milliseconds by test file, and the files that failed. */
  times: Map<string, number>
  failed: string[]
}

interface Report {
  testResults: {
    name: string
    status: string
    startTime: number
    endTime: number
    assertionResults: { status: string; fullName: string }[]
  }[]
}

/** Processes that are being ended may still write there. */
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true, maxRetries: 10 })

export class Copy {
  readonly folder = mkdtempSync(join(tmpdir(), 'penstock-mutants-'))
  /** Temporary files of the tests. It lies beside the copy, since the paths of their sockets must be short. */
  private readonly temporary = `${this.folder}-t`
  private child: ChildProcess | undefined

  constructor(private readonly root: string) {
    for (const name of readdirSync(root)) {
      const [from, to] = [join(root, name), join(this.folder, name)]
      if (copied.has(name)) cpSync(from, to, { recursive: true })
      else if (!name.startsWith('.')) symlinkSync(from, to)
    }
  }

  /** Ends what runs, and removes the folders. */
  close(): void {
    this.end()
    for (const folder of [this.temporary, this.folder]) remove(folder)
  }

  /** Ends vitest with all its processes: a watchdog that waits for a stuck test ends with them. */
  private end(): void {
    try {
      if (this.child?.pid) process.kill(-this.child.pid, 'SIGKILL')
    } catch {
      // They have ended.
    }
    this.child = undefined
  }

  /** Compiles the mutant in place of its source while `work` runs, then puts the files back. */
  async during<T>(mutant: Mutant, work: () => Promise<T>): Promise<T> {
    const compiled = mutant.file.replace(/^src/, 'dist').replace(/\.ts$/, '.js')
    const files = [compiled, 'dist/actor.cjs', 'dist/stores.cjs'].map((path) => join(this.folder, path))
    const before = files.map((path) => readFileSync(path))
    try {
      const source = mutated(readFileSync(join(this.root, mutant.file), 'utf8'), mutant)
      writeFileSync(files[0]!, transformSync(source, { loader: 'ts', target: 'es2022', sourcefile: mutant.file }).code)
      const { status, stderr } = spawnSync('sh', [join(this.folder, 'tools/build-ts.sh'), '--bundles'], {
        encoding: 'utf8',
      })
      if (status) throw new Error(stderr)
      return await work()
    } finally {
      files.forEach((path, i) => void writeFileSync(path, before[i]!))
    }
  }

  /** Runs test files until one fails, for `limit` milliseconds at most; `all` goes on after a failure. */
  async test(files: readonly string[], limit: number, all = false): Promise<Outcome> {
    mkdirSync(this.temporary)
    const report = join(this.temporary, 'report.json')
    const flags = [
      '--reporter=json',
      `--outputFile=${report}`,
      '--tags-filter=!long',
      '--maxWorkers=2',
      ...(all ? [] : ['--bail=1']),
    ]
    try {
      const child = spawn(join(this.folder, 'node_modules/.bin/vitest'), ['run', ...flags, ...files], {
        cwd: this.folder,
        env: { ...process.env, PENSTOCK_TESTS: 'short', TMPDIR: this.temporary },
        stdio: 'ignore',
        detached: true,
      })
      this.child = child
      let late = false
      const timer = setTimeout(() => {
        late = true
        this.end()
      }, limit)
      const code = await new Promise<number | null>((done) => child.once('exit', done))
      clearTimeout(timer)
      this.end()
      if (late)
        return { passed: false, by: `time-out after ${Math.round(limit / 1000)} s`, times: new Map(), failed: [] }
      if (!existsSync(report))
        return { passed: false, by: `an end of vitest (${code ?? 'signal'})`, times: new Map(), failed: [] }
      return outcome(this.folder, code, readFileSync(report, 'utf8'))
    } finally {
      remove(this.temporary)
    }
  }
}

function outcome(folder: string, code: number | null, report: string): Outcome {
  const { testResults } = JSON.parse(report) as Report
  const path = (name: string) => name.slice(folder.length + 1)
  const bad = testResults.filter(({ status }) => status === 'failed')
  const test = bad[0]?.assertionResults.find(({ status }) => status === 'failed')?.fullName
  const by = bad[0] ? `${path(bad[0].name)}${test ? `: ${test}` : ''}` : 'the end of a process'
  return {
    passed: code === 0,
    by,
    times: new Map(testResults.map((file) => [path(file.name), file.endTime - file.startTime])),
    failed: bad.map(({ name }) => path(name)),
  }
}
