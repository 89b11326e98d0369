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

/** The most bytes of text. */
const maxText = 2 ** 21
/** Indices of the header's Float64 words. */
const word = { seconds: 0, samples: 1, omitted: 2 } as const
/**
 * Indices of Int32 words: bytes of text, stored last, so that a reader sees whole lines only; a number that is odd while the
 * latest lines are written; and the bytes of each half of those.
 */
const intWord = { text: 6, version: 7, halves: [8, 9] } as const
/** Index of the first of two Float64 words per output: bytes of the largest batch, and of the largest tensor. */
const outputsAt = 5
const headerBytes = 8 * (outputsAt + 2 * maxOutputs)
/**
 * The last bad samples follow the header, in two halves: lines of JSON go into one until that is full, and then into the other
 * one, which begins anew.
 */
const halfBytes = 2 ** 15
/** Then comes the text: one line of JSON per bad sample, from the first one on. */
const textAt = headerBytes + 2 * halfBytes
const maxBytes = textAt + maxText
/** All but most of the text. */
const initialBytes = textAt + 2 ** 12

export class UserReport {
  private readonly numbers: Float64Array
  private readonly ints: Int32Array
  /** The half that the actor writes the latest lines to. */
  private half: 0 | 1 = 0

  static allocate(): SharedArrayBuffer {
    return new SharedArrayBuffer(initialBytes, { maxByteLength: maxBytes })
  }

  constructor(private readonly buffer: SharedArrayBuffer) {
    this.numbers = new Float64Array(buffer, 0, headerBytes / 8)
    this.ints = new Int32Array(buffer, 0, headerBytes / 4)
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

  /** Adds a bad sample. When there is no room for more text it is only counted, and found for a while. */
  bad(entry: Entry): void {
    const line = new TextEncoder().encode(`${JSON.stringify(entry)}\n`)
    this.addLatest(line)
    const at = textAt + this.ints[intWord.text]!
    const end = at + line.byteLength
    if (end > maxBytes) {
      this.numbers[word.omitted]! += 1
      return
    }
    if (end > this.buffer.byteLength) this.buffer.grow(Math.min(maxBytes, Math.max(end, 2 * this.buffer.byteLength)))
    new Uint8Array(this.buffer, at, line.byteLength).set(line)
    Atomics.store(this.ints, intWord.text, end - textAt)
  }

  private addLatest(line: Uint8Array): void {
    if (line.byteLength > halfBytes) return
    const { ints } = this
    Atomics.add(ints, intWord.version, 1)
    if (ints[intWord.halves[this.half]]! + line.byteLength > halfBytes) {
      this.half = this.half ? 0 : 1
      ints[intWord.halves[this.half]] = 0
    }
    const used = ints[intWord.halves[this.half]]!
    new Uint8Array(this.buffer, headerBytes + this.half * halfBytes + used, line.byteLength).set(line)
    ints[intWord.halves[this.half]] = used + line.byteLength
    Atomics.add(ints, intWord.version, 1)
  }

  /** The sample with this index, if it is one of the last bad ones. */
  find(index: number, epoch: number): BadSample | undefined {
    const { ints } = this
    for (;;) {
      const version = Atomics.load(ints, intWord.version)
      const lines = intWord.halves.flatMap((at, half) => this.lines(headerBytes + half * halfBytes, ints[at]!))
      // The actor takes some microseconds for a line.
      if (version & 1 || version !== Atomics.load(ints, intWord.version)) continue
      return inOrder(lines.map(entryOf)).find((bad) => bad.index === index && bad.epoch === epoch)
    }
  }

  private lines(at: number, bytes: number): string[] {
    // TextDecoder refuses shared memory.
    const text = new TextDecoder().decode(new Uint8Array(this.buffer, at, bytes).slice())
    return text.split('\n').filter(Boolean)
  }

  read(): { seconds: number; samples: number; omitted: number; bad: Entry[] } {
    return {
      seconds: this.numbers[word.seconds]!,
      samples: this.numbers[word.samples]!,
      omitted: this.numbers[word.omitted]!,
      bad: this.lines(textAt, Atomics.load(this.ints, intWord.text)).map(entryOf),
    }
  }
}

const entryOf = (line: string) => JSON.parse(line) as Entry

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
  const bytes = { kernels: 0, hardware: 0, cpu: 0 }
  const sum: DecodeCounters = { kernels: 0, hardware: 0, cpu: 0, fallback: {}, bytes, kernelSeconds: 0 }
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
