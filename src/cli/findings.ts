// Makes the findings of `penstock-data doctor`: a line per fact about this machine and this build. Each line that is a
// problem has a cure. The functions take the facts as arguments, so that tests can give facts of other machines.
import { slotReserve } from '../data/arena.js'
import { affinityMask, defaultThreads, threadVariables } from '../engine/threads.js'
import { PipelineError } from '../errors.js'
import { type GpuInfo, gpuInfo, native, type SystemInfo } from '../native.js'
import { platform } from '../native-files.js'
import { megabytes, plural } from '../statistics/units.js'
import { cpuModel, type GpuState, type limits, type Memory } from './machine.js'

/** A finding that needs no cure; 'fact' is neither good nor bad. */
interface Fine {
  title: string
  text: string
  mark: 'ok' | 'fact'
}

/** A problem: with 'bad' pipelines cannot run. */
interface Problem {
  title: string
  text: string
  mark: 'note' | 'bad'
  /** What the user can do about it. */
  cure: string
}

export type Finding = Fine | Problem

/** The oldest Node.js that the package supports. */
const oldestNode = [20, 17] as const
/**
 * Bytes of address space, which slots reserve without using memory: what the main job and Node.js need, and what is
 * enough for several pipelines.
 */
const addressSpace = { least: 4 * slotReserve + 8e9, ample: 24 * slotReserve }
const leastMemory = 1e9
const leastFiles = 256
const simdLevels = process.arch === 'arm64' ? ['baseline', 'neon'] : ['baseline', 'avx2', 'avx512']

export function nodeFinding(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const ok = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])
  const line = { title: 'node', text: `${version} on ${platform()}` }
  if (ok) return { ...line, mark: 'ok' }
  return { ...line, mark: 'bad', cure: `Install Node.js ${oldestNode.join('.')} or later: https://nodejs.org` }
}

/** Loads the addon; `info` is undefined if that fails. */
export function addonFinding(): { finding: Finding; info: SystemInfo | undefined } {
  const title = 'addon'
  try {
    const info = JSON.parse(native().info(true)) as SystemInfo
    return { info, finding: { title, mark: 'ok', text: `loaded; memory layout ${info.abi} is this build's` } }
  } catch (error) {
    if (!(error instanceof PipelineError)) throw error
    const cure = error.hint ?? 'Build it again: npm run build:native'
    return { info: undefined, finding: { title, mark: 'bad', text: error.detail, cure } }
  }
}

export function coresFinding({ cpu }: SystemInfo): Finding {
  const quota = cpu.quota ? `the cgroup grants ${plural(cpu.quota, 'core')}` : 'no cgroup quota'
  const text = `${plural(cpu.online, 'core')} online, ${cpu.affinity} in the affinity mask, ${quota} (${cpuModel()})`
  return { title: 'cores', mark: 'ok', text }
}

const variableOf = (names: readonly string[]) => names.find((name) => process.env[name])

export function threadsFinding({ cpu }: SystemInfo): Finding {
  const title = 'threads'
  const variable = variableOf(threadVariables.count)
  let n: number
  try {
    n = defaultThreads()
  } catch (error) {
    const cure = `Set ${variable} to a number, such as ${cpu.usable}, or unset it`
    return { title, mark: 'bad', text: (error as PipelineError).message, cure }
  }
  const limited = cpu.usable < cpu.affinity ? 'the cgroup quota, rounded up' : 'the affinity mask'
  const text = `${n} by default: ${variable ?? (cpu.usable < cpu.online ? limited : 'all cores')}`
  if (n <= cpu.usable) return { title, mark: 'ok', text }
  const cure = `Set ${variable} to ${cpu.usable} or less, or unset it: more threads than the usable cores only take turns`
  return { title, mark: 'note', text, cure }
}

/** A finding only where a variable asks for pinned threads; pipelines with setAffinity read it. */
export function affinityFinding({ cpu }: SystemInfo): Finding[] {
  const variable = variableOf(threadVariables.mask)
  if (!variable) return []
  const title = 'affinity'
  try {
    return [{ title, mark: 'ok', text: `${variable}: CPUs ${affinityMask().join(', ')}` }]
  } catch (error) {
    const cure = `Set ${variable} to CPU ids among ${cpu.allowed}, separated by commas, or unset it`
    return [{ title, mark: 'note', text: `${(error as PipelineError).detail}; setAffinity fails`, cure }]
  }
}

export function simdFinding({ simd }: SystemInfo): Finding {
  const title = 'SIMD'
  const same = 'every level gives the same bytes'
  const wanted = process.env.PENSTOCK_SIMD
  if (!wanted) return { title, mark: 'ok', text: `${simd}; ${same}` }
  const text = `${simd}, with PENSTOCK_SIMD=${wanted}; ${same}`
  if (wanted === simd) return { title, mark: 'ok', text }
  const here = simdLevels.slice(0, simdLevels.indexOf(simd) + 1)
  const cure = `PENSTOCK_SIMD has no effect: set it to one of ${here.join(', ')}, or unset it`
  return { title, mark: 'note', text, cure }
}

/** The line on nvJPEG, which decodes JPEG on a GPU beside penstock's own kernels. */
function nvjpegFinding({ nvjpeg, nvjpegMissing = '' }: GpuInfo): Finding {
  const title = 'nvJPEG'
  if (nvjpeg) return { title, mark: 'ok', text: nvjpeg }
  const [text, cure] = nvjpegMissing.split(/\. (?=Install )/) as [string, string?]
  const without = 'kernels decode without it; JPEG engines need it'
  return {
    title,
    mark: 'note',
    text: `${text}; ${without}`,
    cure: cure ?? 'docs/start/install.md says where nvJPEG comes from',
  }
}

function mpsFinding(runs: boolean): Finding {
  const title = 'CUDA MPS'
  if (runs) return { title, mark: 'ok', text: 'runs; processes work on a GPU at the same time' }
  const text = 'does not run: the pipeline and a trainer in another process take turns on a GPU (docs/python/README.md)'
  const cure = '`nvidia-cuda-mps-control -d` starts it, `echo quit | nvidia-cuda-mps-control` ends it'
  return { title, mark: 'note', text, cure }
}

export function gpuFindings(
  { cards, driver, mps }: GpuState,
  ask = () => gpuInfo(true),
  variable = process.env.PENSTOCK_CUDA_PLUGIN,
): Finding[] {
  const seen = cards.length ? `${cards.join(', ')}${driver ? `, driver ${driver}` : ''}` : 'none found'
  const title = 'CUDA plugin'
  try {
    const info = ask()
    const { builtWith, emulated } = info
    const names = info.devices.map(
      (d) => `${d.id}: ${d.name} (${d.computeCapability}, ${megabytes(d.freeMemory)} of ${megabytes(d.memory)} free)`,
    )
    const text = `loaded, built with ${builtWith}`
    const cure = 'It computes on the CPU, for tests: unset PENSTOCK_CUDA_PLUGIN'
    return [
      { title: 'GPU', mark: 'ok', text: names.join(', ') },
      emulated ? { title, mark: 'note', text, cure } : { title, mark: 'ok', text },
      nvjpegFinding(info),
      mpsFinding(mps),
    ]
  } catch (error) {
    if (!(error instanceof PipelineError)) throw error
    const text = `${error.detail}; CPU work is unaffected`
    const card: Finding = { title: 'GPU', mark: cards.length ? 'ok' : 'fact', text: seen }
    if (variable) {
      return [card, { title, mark: 'note', text, cure: 'Correct the path in PENSTOCK_CUDA_PLUGIN, or unset it' }]
    }
    if (!cards.length) return [card, { title, mark: 'fact', text }]
    const cure = error.hint ?? 'docs/gpu/README.md says which driver and which libraries are needed'
    return [card, { title, mark: 'note', text, cure }]
  }
}

export function memoryFinding({ total, available, limit }: Memory): Finding {
  const title = 'memory'
  const within = limit ? `; the cgroup allows ${megabytes(limit)}` : ''
  const text = `${megabytes(available)} of ${megabytes(total)} available${within}`
  if (Math.min(available, limit ?? available) > leastMemory) return { title, mark: 'ok', text }
  const cure = 'Use a smaller batchSize or prefetchQueueDepth if runs fail with OUT_OF_MEMORY, or set memoryBudget'
  return { title, mark: 'note', text, cure }
}

export function limitFindings({ openFiles, addressSpace: granted }: ReturnType<typeof limits>): Finding[] {
  const space = {
    title: 'address space',
    text: Number.isFinite(granted) ? `limited to ${megabytes(granted)}` : 'not limited',
  }
  const files = {
    title: 'open files',
    text: Number.isFinite(openFiles) ? `at most ${openFiles}` : 'not limited',
  }
  const lift = `Lift it (ulimit -v unlimited): each batch in flight reserves ${megabytes(slotReserve)}, most of it never used`
  return [
    granted < addressSpace.ample
      ? { ...space, mark: granted < addressSpace.least ? 'bad' : 'note', cure: lift }
      : { ...space, mark: 'ok' },
    openFiles < leastFiles ? { ...files, mark: 'note', cure: 'Raise it: ulimit -n 1024' } : { ...files, mark: 'ok' },
  ]
}

/** The cure for an image format that cannot be decoded: what installs its library. */
export function codecCure(library: string): string {
  if (library === 'libvips') return `npm install @img/sharp-libvips-${platform()}`
  return library === 'built in' || library === 'libjpeg-turbo'
    ? 'Reinstall penstock: npm install penstock-data'
    : `Install ${library} with the system's package manager; the error of an image of the format names the package`
}
