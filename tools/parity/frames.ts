// Encodes and decodes the frames that tools/parity/dali.py and the harness exchange: two uint32 sizes, a header in
// JSON, and the bytes of tensors.
import { typedArrays } from '../../src/data/elements.js'
import type { DType } from '../../src/generated/abi.js'
import { schemas } from '../../src/generated/schemas.js'
import { daliName } from '../gen/dali.js'
import { batchSizeOf, type Case, type Outcome, type Samples, type TypedData } from './cases.js'

interface Described {
  dtype: DType
  layout: string
  shapes: readonly (readonly number[])[]
}

export interface Frame {
  header: Record<string, unknown>
  payload: Buffer
}

const described = ({ dtype, layout, samples }: Samples): Described => ({
  dtype,
  layout,
  shapes: samples.map(({ shape }) => shape),
})

const bytesOf = ({ samples }: Samples): Buffer[] =>
  samples.map(({ data }) => Buffer.from(data.buffer, data.byteOffset, data.byteLength))

/** DALI's name of an argument: fillValue is fill_value there, and M stays M. */
export const daliArgument = (name: string): string => (/^[A-Z]+$/.test(name) ? name : daliName(name))

export function encode(header: Record<string, unknown>, parts: readonly Buffer[] = []): Buffer {
  const text = Buffer.from(JSON.stringify(header))
  const sizes = Buffer.alloc(8)
  sizes.writeUInt32LE(text.length, 0)
  sizes.writeUInt32LE(
    parts.reduce((sum, part) => sum + part.length, 0),
    4,
  )
  return Buffer.concat([sizes, text, ...parts])
}

/** JSON has no NaN, no infinities and no 64-bit integers; Python's float() and int() read their names. */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value))) return String(value)
  return value
}

/** The frame that asks for a call: `kind` 'case' runs it once, 'prepare' readies it to be timed. */
export function encodeCall(kind: 'case' | 'prepare', op: string, c: Case, more: Record<string, unknown> = {}): Buffer {
  const known = schemas[op]?.args ?? {}
  const args = Object.entries(c.args ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[daliArgument(name), known[name]?.type ?? 'string', plain(value)]],
  )
  const given = Object.entries(c.argInputs ?? {}).flatMap(([name, t]) => (t ? [[daliArgument(name), t] as const] : []))
  const header = {
    kind,
    op: daliName(op),
    batchSize: batchSizeOf(c),
    inputs: c.inputs.map(described),
    args,
    argInputs: Object.fromEntries(given.map(([name, t]) => [name, described(t)])),
    ...more,
  }
  return encode(header, [...c.inputs, ...given.map(([, t]) => t)].flatMap(bytesOf))
}

/** DALI's result for a case. */
export function decodeOutcome({ header, payload }: Frame): Outcome {
  if (header.error !== undefined) return { error: String(header.error) }
  let at = 0
  const outputs = (header.outputs as Described[]).map(({ dtype, layout, shapes }) => ({
    dtype,
    layout,
    samples: shapes.map((shape) => {
      const type = typedArrays[dtype]
      const bytes = shape.reduce((a, b) => a * b, type.BYTES_PER_ELEMENT)
      const data = new type(Uint8Array.from(payload.subarray(at, at + bytes)).buffer) as TypedData
      at += bytes
      return { shape, data }
    }),
  }))
  return { outputs }
}

/** Puts frames together from the pieces that a stream gives. */
export class FrameReader {
  private pieces: Buffer[] = []
  private size = 0

  /** Takes a piece; returns the frames that it completes. */
  push(piece: Buffer): Frame[] {
    this.pieces.push(piece)
    this.size += piece.length
    const frames: Frame[] = []
    for (let whole = this.next(); whole; whole = this.next()) frames.push(whole)
    return frames
  }

  private next(): Frame | undefined {
    if (this.size < 8) return undefined
    if (this.pieces[0]!.length < 8) this.pieces = [Buffer.concat(this.pieces)]
    const [text, bytes] = [this.pieces[0]!.readUInt32LE(0), this.pieces[0]!.readUInt32LE(4)]
    const end = 8 + text + bytes
    if (this.size < end) return undefined
    const all = Buffer.concat(this.pieces)
    this.pieces = [all.subarray(end)]
    this.size = all.length - end
    return { header: JSON.parse(all.toString('utf8', 8, 8 + text)), payload: all.subarray(8 + text, end) }
  }
}
