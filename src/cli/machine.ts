// Reads facts about this machine and this process from the operating system (Linux). Facts that cannot be read are left
// out.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'

function text(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

export interface Memory {
  total: number
  available: number
  /** Memory limit of the cgroup in bytes; undefined without one. */
  limit: number | undefined
}

export function memory(): Memory {
  const total = totalmem()
  const available = Number(/^MemAvailable:\s+(\d+) kB/m.exec(text('/proc/meminfo') ?? '')?.[1] ?? 0) * 1024
  const limit = process.constrainedMemory()
  return { total, available, limit: limit > 0 && limit < total ? limit : undefined }
}

/** The soft limits of this process, memory in bytes; Infinity for `unlimited`. */
export function limits(): { openFiles: number; addressSpace: number; lockedMemory: number } {
  const all = text('/proc/self/limits') ?? ''
  const soft = (name: string) => {
    const value = new RegExp(`^${name}\\s+(\\S+)`, 'm').exec(all)?.[1]
    return value === undefined || value === 'unlimited' ? Number.POSITIVE_INFINITY : Number(value)
  }
  return {
    openFiles: soft('Max open files'),
    addressSpace: soft('Max address space'),
    lockedMemory: soft('Max locked memory'),
  }
}

export function cpuModel(): string {
  return cpus()[0]?.model.trim() || process.arch
}

export interface GpuState {
  /** Models of the graphics cards that the driver lists. */
  cards: string[]
  driver: string | undefined
  /** CUDA MPS runs, by which processes work on a GPU at the same time. */
  mps: boolean
}

export function gpus(): GpuState {
  const root = '/proc/driver/nvidia'
  const driver = /Module\s+(\d[\d.]*)/.exec(text(`${root}/version`) ?? '')?.[1]
  const cards: string[] = []
  if (existsSync(`${root}/gpus`)) {
    for (const card of readdirSync(`${root}/gpus`)) {
      cards.push(/^Model:\s+(.+)$/m.exec(text(`${root}/gpus/${card}/information`) ?? '')?.[1] ?? card)
    }
  }
  const mps = process.env.CUDA_MPS_PIPE_DIRECTORY ?? '/tmp/nvidia-mps'
  return { cards, driver, mps: existsSync(`${mps}/nvidia-cuda-mps-control.pid`) }
}
