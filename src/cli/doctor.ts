// `penstock doctor`: checks what this machine and this build can do, and says how to fix what they cannot. The exit
// code is 1 when pipelines cannot run.
import { styleText } from 'node:util'
import { slotReserve } from '../data/arena.js'
import { defaultThreads } from '../engine/threads.js'
import { PipelineError } from '../errors.js'
import { gpuInfo, native, type SystemInfo } from '../native.js'
import { bold, table } from '../statistics/table.js'
import { megabytes, plural } from '../statistics/units.js'
import { Exit } from './failure.js'
import { cpuModel, gpus, limits, memory } from './machine.js'
import { version } from './package.js'

/** The rating of a finding; 'fact' is neither good nor bad. */
type Mark = 'ok' | 'note' | 'bad' | 'fact'

interface Finding {
  title: string
  text: string
  mark: Mark
  /** What the user can do about it. */
  cure?: string | undefined
}

export interface Diagnosis {
  ok: boolean
  version: string
  findings: Finding[]
  codecs: (SystemInfo['codecs'][number] & { cure?: string })[]
}

/** The oldest Node.js that the package supports. */
const oldestNode = [20, 17] as const
/**
 * Bytes of address space, which slots reserve without using memory: what the main job and Node.js need, and what is
 * enough for several pipelines.
 */
const addressSpace = { least: 4 * slotReserve + 8e9, ample: 24 * slotReserve }

export function diagnose(): Diagnosis {
  let info: SystemInfo | undefined
  let addon: Finding
  try {
    info = JSON.parse(native().info(true)) as SystemInfo
    addon = { title: 'addon', mark: 'ok', text: `loaded; memory layout ${info.abi} is this build's` }
  } catch (error) {
    if (!(error instanceof PipelineError)) throw error
    addon = { title: 'addon', mark: 'bad', text: error.detail, cure: error.hint }
  }
  const findings = [node(), addon, ...(info ? [cores(info), threads(info), simd(info)] : []), ...gpu(), ...room()]
  const codecs = (info?.codecs ?? []).map((c) => (c.ok ? c : { ...c, cure: codecCure(c.library) }))
  return { ok: findings.every((f) => f.mark !== 'bad'), version: version(), findings, codecs }
}

function node(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const ok = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])
  return {
    title: 'node',
    mark: ok ? 'ok' : 'bad',
    text: `${process.versions.node} on ${process.platform}-${process.arch}`,
    cure: ok ? undefined : `Install Node.js ${oldestNode.join('.')} or later`,
  }
}

function cores({ cpu }: SystemInfo): Finding {
  const quota = cpu.quota ? `the cgroup grants ${plural(cpu.quota, 'core')}` : 'no cgroup quota'
  const text = `${plural(cpu.online, 'core')} online, ${cpu.affinity} in the affinity mask, ${quota} (${cpuModel()})`
  return { title: 'cores', mark: 'ok', text }
}

function threads({ cpu }: SystemInfo): Finding {
  const title = 'threads'
  let n: number
  try {
    n = defaultThreads()
  } catch (error) {
    return { title, mark: 'bad', text: (error as PipelineError).message }
  }
  const variable = ['PENSTOCK_NUM_THREADS', 'DALI_NUM_THREADS'].find((name) => process.env[name])
  const limited = cpu.usable < cpu.affinity ? 'the cgroup quota, rounded up' : 'the affinity mask'
  const reason = variable ?? (cpu.usable < cpu.online ? limited : 'all cores')
  return {
    title,
    mark: n > cpu.usable ? 'note' : 'ok',
    text: `${n} by default: ${reason}`,
    cure: n > cpu.usable ? `More threads than the ${cpu.usable} usable cores only take turns` : undefined,
  }
}

function simd({ simd }: SystemInfo): Finding {
  const lowered = process.env.PENSTOCK_SIMD ? `, with PENSTOCK_SIMD=${process.env.PENSTOCK_SIMD}` : ''
  return { title: 'SIMD', mark: 'ok', text: `${simd}${lowered}; every level gives the same bytes` }
}

function gpu(): Finding[] {
  const { cards, driver } = gpus()
  const seen = cards.length ? `${cards.join(', ')}${driver ? `, driver ${driver}` : ''}` : 'none found'
  try {
    const { builtWith, emulated, devices } = gpuInfo()
    const names = devices.map(
      (d) => `${d.id}: ${d.name} (${d.computeCapability}, ${megabytes(d.freeMemory)} of ${megabytes(d.memory)} free)`,
    )
    return [
      { title: 'GPU', mark: 'ok', text: names.join(', ') },
      {
        title: 'CUDA plugin',
        mark: emulated ? 'note' : 'ok',
        text: `loaded, built with ${builtWith}`,
        cure: emulated ? 'It computes on the CPU, for tests: unset PENSTOCK_CUDA_PLUGIN' : undefined,
      },
    ]
  } catch (error) {
    if (!(error instanceof PipelineError)) throw error
    const here = cards.length > 0
    return [
      { title: 'GPU', mark: here ? 'ok' : 'fact', text: seen },
      {
        title: 'CUDA plugin',
        mark: here ? 'note' : 'fact',
        text: `${error.detail}; CPU work is unaffected`,
        cure: here ? error.hint : undefined,
      },
    ]
  }
}

function room(): Finding[] {
  const { total, available, limit } = memory()
  const within = limit ? `; the cgroup allows ${megabytes(limit)}` : ''
  const { openFiles, addressSpace: granted } = limits()
  return [
    {
      title: 'memory',
      mark: available > 1e9 ? 'ok' : 'note',
      text: `${megabytes(available)} of ${megabytes(total)} available${within}`,
      cure:
        available > 1e9 ? undefined : 'Use a smaller batchSize or prefetchQueueDepth if runs fail with OUT_OF_MEMORY',
    },
    {
      title: 'address space',
      mark: granted < addressSpace.least ? 'bad' : granted < addressSpace.ample ? 'note' : 'ok',
      text: Number.isFinite(granted) ? `limited to ${megabytes(granted)}` : 'not limited',
      cure:
        granted < addressSpace.ample
          ? `Lift it (ulimit -v unlimited): each batch in flight reserves ${megabytes(slotReserve)}, most of it never used`
          : undefined,
    },
    {
      title: 'open files',
      mark: openFiles >= 256 ? 'ok' : 'note',
      text: Number.isFinite(openFiles) ? `at most ${openFiles}` : 'not limited',
      cure: openFiles >= 256 ? undefined : 'Raise it: ulimit -n 1024',
    },
  ]
}

function codecCure(library: string): string {
  return library === 'libvips'
    ? `npm install @img/sharp-libvips-${process.platform}-${process.arch}`
    : 'Reinstall penstock'
}

const marks = { fact: ['dim', '-'], ok: ['green', 'ok'], note: ['yellow', 'note'], bad: ['red', 'BAD'] } as const

function mark(kind: Mark): string {
  const [colour, word] = marks[kind]
  return process.stdout.isTTY && !process.env.NO_COLOR ? styleText(colour, word) : word
}

export function doctor(options: { json?: boolean }): void {
  const d = diagnose()
  if (options.json) {
    process.stdout.write(`${JSON.stringify(d, null, 2)}\n`)
  } else {
    const lines = d.findings.flatMap((f) => [
      [mark(f.mark), f.title, f.text],
      ...(f.cure ? [['', '', `-> ${f.cure}`]] : []),
    ])
    process.stdout.write(`${bold(`penstock ${d.version}`)}\n\n`)
    process.stdout.write(table([{ title: '' }, { title: '' }, { title: '' }], lines).replace(/^\n/, ''))
    if (d.codecs.length) process.stdout.write(`\n${codecTable(d)}`)
    process.stdout.write(`\n${d.ok ? 'Pipelines can run here.' : bold('Pipelines cannot run here: see BAD above.')}\n`)
  }
  if (!d.ok) throw new Exit(1)
}

function codecTable({ codecs }: Diagnosis): string {
  const rows = codecs.flatMap((c) => [
    [mark(c.ok ? 'ok' : 'note'), c.format, c.library, c.version || '-'],
    ...(c.cure ? [['', `-> ${c.cure}`]] : []),
  ])
  const notes = [...new Set(codecs.filter((c) => c.note).map((c) => `  ${c.note}\n`))]
  return table([{ title: '' }, { title: 'format' }, { title: 'library' }, { title: 'version' }], rows) + notes.join('')
}
