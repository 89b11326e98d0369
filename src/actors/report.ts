// The report of an actor that runs user code: its time and its bad samples. It lies in shared memory and is written by
// the actor alone, before it hands a batch over. So statistics() is complete for every batch that was delivered.
import { maxOutputs } from '../generated/limits.js'
import type { BadSample, DecodeCounters, DecodePath, OutputMemory, ProgramReport } from '../native.js'

/** A bad sample with the number of its batch, by which the entries of several reports are sorted. */
interface Entry extends BadSample {
  batch: number
}

/** The report of one native program. */
export interface NativeReport extends ProgramReport {
  bad: Entry[]
}

/** Sorts entries by batch. Sorting is stable, so samples of one batch keep their order. */
const inOrder = (entries: readonly Entry[]): BadSample[] =>
  [...entries].sort((a, b) => a.batch - b.batch).map(({ batch: _, ...sample }) => sample)

const maxBytes = 2 ** 21
/** Indices of the header's Float64 words. Text (one line of JSON per bad sample) follows the header. */
const word = { seconds: 0, samples: 1, omitted: 2 } as const
/** Index of an Int32 word: bytes of text. It is stored last, so that a reader sees whole lines only. */
const textWord = 6
/** Index of the first of two Float64 words per output: bytes of the largest batch, and of the largest tensor. */
const outputsAt = 4
const headerBytes = 8 * (outputsAt + 2 * maxOutputs)
/** The header and some text. */
const initialBytes = headerBytes + 2 ** 12

export class UserReport {
  private readonly numbers: Float64Array
  private readonly length: Int32Array

  static allocate(): SharedArrayBuffer {
    return new SharedArrayBuffer(initialBytes, { maxByteLength: maxBytes })
  }

  constructor(private readonly buffer: SharedArrayBuffer) {
    this.numbers = new Float64Array(buffer, 0, headerBytes / 8)
    this.length = new Int32Array(buffer, 0, headerBytes / 4)
  }

  ran(seconds: number, samples: number): void {
    this.numbers[word.seconds]! += seconds
    this.numbers[word.samples]! += samples
  }

  /** Notes the bytes of output `o` in one batch: of all its tensors (`real`), and of the largest (`maxReal`). */
  made(o: number, real: number, maxReal: number): void {
    const at = outputsAt + 2 * o
    this.numbers[at] = Math.max(this.numbers[at]!, real)
    this.numbers[at + 1] = Math.max(this.numbers[at + 1]!, maxReal)
  }

  memory(o: number): OutputMemory {
    const [real, maxReal] = [this.numbers[outputsAt + 2 * o]!, this.numbers[outputsAt + 2 * o + 1]!]
    return { real, maxReal, reserved: real, maxReserved: maxReal }
  }

  /** Adds a bad sample. When there is no room for more text it is only counted. */
  bad(entry: Entry): void {
    const line = new TextEncoder().encode(`${JSON.stringify(entry)}\n`)
    const at = headerBytes + this.length[textWord]!
    const end = at + line.byteLength
    if (end > maxBytes) {
      this.numbers[word.omitted]! += 1
      return
    }
    if (end > this.buffer.byteLength) this.buffer.grow(Math.min(maxBytes, Math.max(end, 2 * this.buffer.byteLength)))
    new Uint8Array(this.buffer, at, line.byteLength).set(line)
    Atomics.store(this.length, textWord, end - headerBytes)
  }

  read(): { seconds: number; samples: number; omitted: number; bad: Entry[] } {
    const bytes = Atomics.load(this.length, textWord)
    // TextDecoder refuses shared memory.
    const text = new TextDecoder().decode(new Uint8Array(this.buffer, headerBytes, bytes).slice())
    return {
      seconds: this.numbers[word.seconds]!,
      samples: this.numbers[word.samples]!,
      omitted: this.numbers[word.omitted]!,
      bad: text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Entry),
    }
  }
}

/** Combines the reports of a stage's workers to one of the form that native programs give. */
export function mergedReport(
  { op, name, id, outputs }: { op: string; name: string; id: number; outputs: readonly unknown[] },
  buffers: readonly SharedArrayBuffer[],
): ProgramReport {
  const reports = buffers.map((buffer) => new UserReport(buffer))
  const all = reports.map((report) => report.read())
  const sum = (of: (report: (typeof all)[number]) => number) => all.reduce((total, report) => total + of(report), 0)
  const memory = outputs.map((_, o) =>
    reports.map((report) => report.memory(o)).reduce((a, b) => (b.real > a.real ? b : a)),
  )
  const bad = inOrder(all.flatMap((report) => report.bad))
  const seconds = sum((r) => r.seconds)
  return {
    ops: [{ op, name, id, seconds, samples: sum((r) => r.samples), warned: 0, outputs: memory }],
    bad,
    badTotal: bad.length + sum((r) => r.omitted),
    scratchBytes: 0,
    running: [],
  }
}

/** Combines the reports of a stage's native programs to one. */
export function mergedPrograms(reports: readonly NativeReport[]): ProgramReport {
  const [first] = reports as [NativeReport]
  const sum = (of: (report: ProgramReport) => number) => reports.reduce((total, report) => total + of(report), 0)
  const ops = first.ops.map((op, i) => {
    const same = reports.map((report) => report.ops[i]!)
    const total = (of: (op: ProgramReport['ops'][number]) => number) => same.reduce((all, one) => all + of(one), 0)
    const decode = mergedDecode(same.flatMap((one) => one.decode ?? []))
    return {
      ...op,
      seconds: total((one) => one.seconds),
      samples: total((one) => one.samples),
      warned: total((one) => one.warned),
      outputs: op.outputs.map((_, o) => same.map((one) => one.outputs[o]!).reduce((a, b) => (b.real > a.real ? b : a))),
      ...(decode && { decode }),
      ...(op.halved && { halved: op.halved.map((_, i) => total((one) => one.halved![i]!)) }),
    }
  })
  const bad = inOrder(reports.flatMap((report) => report.bad))
  return {
    ops,
    bad,
    badTotal: sum((report) => report.badTotal),
    scratchBytes: sum((report) => report.scratchBytes),
    running: reports.flatMap((report) => report.running),
  }
}

function mergedDecode(all: readonly DecodeCounters[]): DecodeCounters | undefined {
  if (!all.length) return undefined
  const bytes = { kernels: 0, hardware: 0, hybrid: 0, cpu: 0 }
  const sum: DecodeCounters = { kernels: 0, hardware: 0, hybrid: 0, cpu: 0, fallback: {}, bytes, kernelSeconds: 0 }
  for (const one of all) {
    for (const path of Object.keys(bytes) as DecodePath[]) {
      sum[path] += one[path]
      bytes[path] += one.bytes[path]
    }
    sum.kernelSeconds += one.kernelSeconds
    for (const [reason, n] of Object.entries(one.fallback)) sum.fallback[reason] = (sum.fallback[reason] ?? 0) + n
  }
  return sum
}
