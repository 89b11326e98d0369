// Reads a data set once and notes what is measured of each sample.
import type { TensorList } from '../../index.js'
import type { Progress } from '../progress.js'
import { Channels } from './channels.js'
import { keyOf, rawOf } from './hashes.js'
import { formatOf, jpegFacts, promisedFormat } from './headers.js'
import { Labels } from './labels.js'
import type { Outputs } from './pipelines.js'
import { flags, Samples } from './samples.js'
import type { CheckedSet } from './set.js'
import { turns } from './turns.js'

/** JPEG files of more components are CMYK. */
const rgb = 3

export class Scan {
  readonly samples: Samples
  readonly channels = new Channels()
  readonly labels = new Labels()
  readonly formats = new Map<string, number>()
  /** Why samples are bad. */
  readonly reasons = new Map<number, string>()
  encodedBytes = 0
  decodedBytes = 0
  seconds = 0
  samplesPerSecond = 0

  constructor(private readonly set: CheckedSet) {
    this.samples = new Samples(set.count, set.kind)
  }

  /** Reads all samples. Throws what the pipeline throws, also when it is closed meanwhile; what was read stays noted. */
  async run(progress: Progress): Promise<void> {
    const { samples } = this
    const started = performance.now()
    const turn = turns()
    let [firstAt, firstRead] = [0, 0]
    try {
      for await (const batch of this.set.pipe) {
        const lists = Object.values(batch)
        this.add(batch)
        lists[0]!.release()
        if (!firstAt) [firstAt, firstRead] = [performance.now(), samples.read]
        progress.update(samples.read, samples.read / samples.count)
        await turn()
      }
    } finally {
      const now = performance.now()
      this.seconds = (now - started) / 1000
      // The rate counts from the first batch on; of a single batch from the start.
      const rest = samples.read - firstRead
      this.samplesPerSecond = rest ? (1000 * rest) / (now - firstAt) : samples.read / this.seconds
    }
  }

  private add(batch: Outputs): void {
    const lists = Object.entries(batch)
    const compared = lists.filter(([name]) => name.startsWith('raw')).map(([, list]) => list)
    const [, any] = lists[0]!
    const { valid } = any
    const row = rowsOf(batch)
    for (let i = 0; i < any.length; i++) {
      const sample = this.samples.read++
      const raw = rawOf(compared, i)
      this.samples.bytes[sample] = raw.bytes
      this.encodedBytes += raw.bytes
      if (valid[i] !== 1) {
        this.samples.flags[sample]! |= flags.bad
        const reason = this.set.pipe.badSample(any.sourceInfo(i).index, 0)?.reason
        if (reason) this.reasons.set(sample, reason)
        continue
      }
      if (raw.parts.length) this.samples.first[sample] = this.samples.keys.add(sample, keyOf(raw))
      this.measure(sample, row, i, raw.bytes)
      if (batch.label) this.samples.labels[sample] = this.labels.add(sample, row.label!(i))
      if (this.set.kind === 'image') this.header(sample, raw.parts[0]!, any.sourceInfo(i).source)
    }
  }

  private measure(sample: number, row: Record<string, Row>, i: number, bytes: number): void {
    const { samples } = this
    if (!row.shape) {
      this.decodedBytes += bytes
      return
    }
    const extents = Array.from(row.shape(i), Number)
    if (row.power) {
      const [frames = 0, channels = 1] = extents
      samples.channels[sample] = channels
      samples.seconds[sample] = frames / Number(row.rate!(i)[0])
      this.decodedBytes += 4 * frames * channels
      if (!(Number(row.power(i)[0]) > 0)) samples.flags[sample]! |= flags.silent
      return
    }
    const [height, width, channels] = extents.slice(-3) as [number, number, number]
    const pixels = extents.slice(0, -1).reduce((product, extent) => product * extent, 1)
    samples.width[sample] = width
    samples.height[sample] = height
    samples.channels[sample] = channels
    this.decodedBytes += pixels * channels
    if (this.channels.add(pixels, row.sum!(i), row.square!(i))) samples.flags[sample]! |= flags.oneColour
  }

  private header(sample: number, file: Uint8Array, source: string): void {
    const { samples } = this
    const format = formatOf(file)
    this.formats.set(format, (this.formats.get(format) ?? 0) + 1)
    const promised = promisedFormat(source)
    if (promised && promised !== format && format !== 'other') samples.flags[sample]! |= flags.ending
    if (format !== 'jpeg') return
    const { orientation, components } = jpegFacts(file)
    if (orientation !== 1) samples.flags[sample]! |= flags.turned
    if (components > rgb) samples.flags[sample]! |= flags.cmyk
  }
}

/** The numbers of one sample. */
type Row = (i: number) => ArrayLike<number | bigint>

/** By output; one view on a whole batch where its samples have one shape. */
function rowsOf(batch: Outputs): Record<string, Row> {
  const numbers = Object.entries(batch).filter(([name]) => !name.startsWith('raw'))
  return Object.fromEntries(numbers.map(([name, list]) => [name, rowOf(list)]))
}

function rowOf(list: TensorList): Row {
  if (!list.isDense) return (i) => list.at(i).dataSync()
  const all = list.asTensor().dataSync()
  const each = all.length / list.length
  return (i) => all.subarray(each * i, each * (i + 1)) as ArrayLike<number | bigint>
}
