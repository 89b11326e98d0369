// npm run first-minutes [-- checkout npm pytorch]: walks the ways in which a new user gets to a first batch, each in an empty folder
// with an empty npm cache, and prints what each step took. A way fails where its last step gives no batch. Wall time depends on
// the machine and on what else runs on it; CPU seconds hardly do. The ways `npm` and `pytorch` install what `npm run package` wrote.
// PyTorch is what its user has already: the way takes build/frameworks/torch (tools/install/frameworks.sh torch) or the Python of
// PENSTOCK_FRAMEWORK_PYTHON, and without either reads batches of numpy.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { platform } from '../src/native-files.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const packages = join(root, 'packages')

interface Step {
  /** What the user types. */
  type: string
  /** What runs, where that is another thing: tarballs in place of names in a registry. */
  run?: string
}

interface Way {
  title: string
  steps: readonly Step[]
  /** The output of the last step when there was a batch. */
  batch: RegExp
  /** A file that the last step writes when there is a batch, where it then goes on. */
  written?: string
}

interface Taken {
  wall: number
  cpu: number
}

/** The one file in packages/ whose name fits. */
function made(name: RegExp): string {
  const found = existsSync(packages) ? readdirSync(packages).filter((file) => name.test(file)) : []
  if (found.length !== 1)
    throw new Error(`Expected one file ${name} in packages/ but found ${found.length}: npm run package`)
  return join(packages, found[0]!)
}

const train = `import { fn, pipelineDef } from 'penstock-data'
export default pipelineDef({ batchSize: 8, numThreads: 2, seed: 1 }, (root) => {
  const [jpegs, labels] = fn.readers.file({ fileRoot: root, name: 'train' })
  return [fn.resize(fn.decoders.image(jpegs), { size: [224, 224] }), labels]
})
`

const read = (module: string) => `from ${module} import Loader
with Loader("train.mjs", ["${join(root, 'data/photos')}"]) as loader:
    for images, labels in loader:
        print("batch", tuple(images.shape))
        break
`

function checkout(): Way {
  return {
    title: 'a checkout',
    steps: [
      { type: 'git clone URL penstock', run: `git clone --quiet 'file://${root}' penstock` },
      { type: 'cd penstock && npm run demo' },
    ],
    batch: /contact-sheet\.png/,
    written: 'penstock/contact-sheet.png',
  }
}

function npmProject(): Way {
  const tarballs = [/^penstock-data-\d[^-]*\.tgz$/, new RegExp(`^penstock-data-${platform()}-\\d.*\\.tgz$`)].map(made)
  return {
    title: 'an npm project',
    steps: [
      { type: 'npm init -y', run: 'npm init -y >/dev/null' },
      { type: 'npm install penstock-data', run: `npm install --no-audit --no-fund ${tarballs.join(' ')}` },
      { type: 'npx penstock-data run --out sheet.png' },
    ],
    batch: /sheet\.png/,
  }
}

function pytorch(folder: string): Way {
  const [system, cpu] = platform().split('-') as [string, string]
  const libc = system === 'linuxmusl' ? 'musllinux' : 'manylinux'
  const wheel = made(new RegExp(`^penstock-.*-${libc}_.*_${cpu === 'arm64' ? 'aarch64' : 'x86_64'}\\.whl$`))
  const own = join(root, 'build/frameworks/torch/bin/python')
  const python = process.env.PENSTOCK_FRAMEWORK_PYTHON ?? (existsSync(own) ? own : undefined)
  writeFileSync(join(folder, 'train.mjs'), train)
  writeFileSync(join(folder, 'train.py'), read(python ? 'penstock.torch' : 'penstock'))
  // A virtual environment over that Python's sees its packages by PYTHONPATH.
  const site = python ? `PYTHONPATH=$(${python} -c 'import sysconfig; print(sysconfig.get_path("purelib"))') ` : ''
  return {
    title: python ? 'PyTorch, which is there' : 'PyTorch, which is not there: numpy in its place',
    steps: [
      { type: 'python -m venv env', run: `${python ?? 'python3'} -m venv env` },
      {
        type: 'env/bin/pip install penstock',
        run: `env/bin/pip install --quiet --disable-pip-version-check ${wheel} ${python ? '' : 'numpy'}`,
      },
      { type: 'env/bin/python train.py', run: `${site}env/bin/python train.py` },
    ],
    batch: /^batch \(8, 224, 224, 3\)$/m,
  }
}

const ways: Readonly<Record<string, (folder: string) => Way>> = { checkout, npm: npmProject, pytorch }

/** Runs a command in the folder; returns what it said and took. Throws where it fails. */
function take(command: string, folder: string): Taken & { output: string } {
  const env: NodeJS.ProcessEnv = { ...process.env, npm_config_cache: join(folder, '.npm-cache'), CCACHE_DISABLE: '1' }
  for (const name of Object.keys(env)) if (/^(npm_(?!config_cache)|CMAKE_|INIT_CWD$)/.test(name)) delete env[name]
  const times = join(folder, '.times')
  const timed = `TIMEFORMAT='%R %U %S'; exec 3>'${times}'; { time { ${command}\n} 2>&1; } 2>&3`
  const { status, stdout } = spawnSync('bash', ['-ec', timed], {
    cwd: folder,
    env,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (status !== 0) throw new Error(`${command} ended with ${status}:\n${stdout.slice(-3000)}`)
  const [wall, user, system] = readFileSync(times, 'utf8').trim().split(/\s+/).map(Number) as [number, number, number]
  return { wall, cpu: user + system, output: stdout }
}

function walk(name: string): void {
  const base = mkdtempSync(join(tmpdir(), 'penstock-first-'))
  try {
    const folder = join(base, 'new')
    mkdirSync(folder)
    const { title, steps, batch, written } = ways[name]!(folder)
    console.log(`\n${title}: ${steps.length} commands`)
    const row = (wall: number, cpu: number, text: string) =>
      console.log(`${wall.toFixed(1).padStart(8)} s ${cpu.toFixed(1).padStart(8)} s of CPU  ${text}`)
    const sum = { wall: 0, cpu: 0 }
    let output = ''
    for (const { type, run = type } of steps) {
      const taken = take(run, folder)
      row(taken.wall, taken.cpu, type)
      sum.wall += taken.wall
      sum.cpu += taken.cpu
      output = taken.output
    }
    if (written === undefined) row(sum.wall, sum.cpu, 'until the first batch')
    else {
      const wall = sum.wall - (Date.now() - statSync(join(folder, written)).mtimeMs) / 1000
      row(wall, sum.cpu, 'until the first batch; the CPU time is that of all')
    }
    if (!batch.test(output))
      throw new Error(`Expected ${batch} in the output of the last step but it is:\n${output.slice(-3000)}`)
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
}

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(ways)
for (const name of names) {
  if (!(name in ways)) throw new Error(`Expected ${Object.keys(ways).join(', ')} but received ${name}`)
}
for (const name of names) walk(name)
