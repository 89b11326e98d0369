// Runs every case of test/golden/<symbol>.json through the public API, as one pipeline per case: external sources >
// operator > outputs. The files come from the make_<symbol>.py beside them.
import { readFileSync } from 'node:fs'
import { type DataNode, type DType, fn, pipelineDef } from 'penstock-data'
import { describe, expect, test } from 'vitest'
import { typedArrays } from '../../src/data/elements.js'

interface Stored {
  dtype: DType
  shape: number[]
  layout?: string
  /** Byte offset in <symbol>.bin. */
  at: number
}

export interface Case {
  name: string
  /** The operator, where it is not the file's: operators with much in common share a file. */
  op?: string
  args: Record<string, unknown>
  argInputs: Record<string, Stored>
  inputs: Stored[]
  outputs: Stored[]
  /** The largest difference of a value that is allowed. Dtype, shape and layout must always be equal. */
  maxDiff: number
}

export interface Golden {
  op: string
  cases: Case[]
}

export type Data = InstanceType<(typeof typedArrays)[DType]>

const folder = new URL('../golden/', import.meta.url)

export function loadGolden(symbol: string): { golden: Golden; stored: (s: Stored) => Data } {
  const golden = JSON.parse(readFileSync(new URL(`${symbol}.json`, folder), 'utf8')) as Golden
  const blob = new Uint8Array(readFileSync(new URL(`${symbol}.bin`, folder)))
  const stored = ({ dtype, shape, at }: Stored): Data => {
    const type = typedArrays[dtype]
    const bytes = shape.reduce((a, b) => a * b, type.BYTES_PER_ELEMENT)
    return new type(blob.slice(at, at + bytes).buffer)
  }
  return { golden, stored }
}

const halfValue = (bits: number): number => {
  const exponent = (bits >> 10) & 31
  const mantissa = bits & 1023
  const sign = bits & 0x8000 ? -1 : 1
  if (exponent === 31) return mantissa ? Number.NaN : sign * Number.POSITIVE_INFINITY
  return sign * (exponent ? (1 + mantissa / 1024) * 2 ** (exponent - 15) : mantissa * 2 ** -24)
}

/** The first index at which two arrays differ by more than `maxDiff`, or undefined. NaN equals NaN. */
export function firstDifference(dtype: DType, got: Data, want: Data, maxDiff: number): string | undefined {
  if (got.length !== want.length) return `${got.length} elements instead of ${want.length}`
  const value = (x: number | bigint) => (dtype === 'float16' ? halfValue(Number(x)) : x)
  for (let i = 0; i < want.length; i++) {
    const a = value(got[i]!)
    const b = value(want[i]!)
    if (a === b || (Number.isNaN(a) && Number.isNaN(b))) continue
    const difference = typeof a === 'bigint' ? Number(a - (b as bigint)) : a - (b as number)
    if (!(Math.abs(difference) <= maxDiff)) return `element ${i} is ${a} instead of ${b} (${maxDiff} is allowed)`
  }
  return undefined
}

const operator = (name: string) => {
  const found = name.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], fn)
  return found as (...given: unknown[]) => DataNode | DataNode[]
}

/** Calls the operator for one case. */
type Build = (c: Case, inputs: DataNode[], argInputs: Record<string, DataNode>) => DataNode | DataNode[]
const byName =
  (op: string): Build =>
  (c, inputs, argInputs) =>
    operator(c.op ?? op)(...inputs, { ...c.args, ...argInputs })

type Made = { dtype: DType; layout: string; shape: number[]; data: Data }[]

/** The most tensors of one source, and the most outputs of a pipeline. */
const most = 32

/** Runs cases in one pipeline, with all their inputs as outputs of one source; returns each case's outputs. */
async function runCases(build: Build, cases: Case[], stored: (s: Stored) => Data): Promise<Made[]> {
  const tensors = cases.flatMap((c) => [...c.inputs, ...Object.values(c.argInputs)])
  const source = () => tensors.map((s) => [{ data: stored(s), shape: s.shape, ...(s.layout && { layout: s.layout }) }])
  // All cases in one stage: the dynamic executor would start a thread for each, as they have nothing in common.
  const options = { batchSize: 1, numThreads: 1, prefetchQueueDepth: 1, seed: 1, execDynamic: false }
  const define = pipelineDef(options, () => {
    const nodes = tensors.length
      ? [...fn.externalSource({ source, numOutputs: tensors.length, dtype: tensors.map((s) => s.dtype) } as never)]
      : []
    return cases.flatMap((c) => {
      const inputs = c.inputs.map(() => nodes.shift()!)
      const argInputs = Object.fromEntries(Object.keys(c.argInputs).map((name) => [name, nodes.shift()!]))
      return build(c, inputs, argInputs)
    })
  })
  await using pipe = define()
  const lists = [...(await pipe.run())]
  return cases.map((c) =>
    lists.splice(0, c.outputs.length).map((list) => ({
      dtype: list.dtype,
      layout: list.layout,
      shape: list.shape(0),
      data: list.at(0).copy().dataSync() as Data,
    })),
  )
}

/** Groups cases that fit in one pipeline, because starting a pipeline per case would take most of the time. */
function groups(cases: Case[]): Case[][] {
  const out: Case[][] = []
  let room = 0
  for (const c of cases) {
    const size = Math.max(c.inputs.length + Object.keys(c.argInputs).length, c.outputs.length)
    if (size > room) {
      out.push([])
      room = most
    }
    room -= size
    out.at(-1)!.push(c)
  }
  return out
}

/** One vitest test per case that has outputs. `build` calls the operator where it is not `fn.<op>`. */
export function goldenTest(symbol: string, build?: Build): void {
  const { golden, stored } = loadGolden(symbol)
  const make = build ?? byName(golden.op)
  describe(golden.op, () => {
    for (const group of groups(golden.cases.filter((c) => c.outputs.length))) {
      let all: Promise<Made[]> | undefined
      test.each(group.map((c, i) => [c.name, c, i] as const))('%s', async (_, c, i) => {
        all ??= runCases(make, group, stored)
        // A case that throws fails its whole group; each case is then run alone, so that only the faulty one fails.
        const made = await all.then(
          (m) => m[i]!,
          async () => (await runCases(make, [c], stored))[0]!,
        )
        expect(made.length).toBe(c.outputs.length)
        c.outputs.forEach((want, o) => {
          const { data, ...got } = made[o]!
          expect(got).toEqual({ dtype: want.dtype, layout: want.layout ?? '', shape: want.shape })
          expect(firstDifference(want.dtype, data, stored(want), c.maxDiff)).toBe(undefined)
        })
      })
    }
  })
}
