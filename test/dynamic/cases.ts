// What every operator is called with in every-op.test.ts. An operator's folder says it: by the cases that its parity.ts draws
// (the first ones that are small and not refused), or, where nothing is compared with DALI, by the list in its calls.ts.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as nd from 'penstock-data/dynamic'
import { type OpInfo, schemas } from '../../src/graph/schema.js'
import type { Case, Parity, Samples } from '../../tools/parity/cases.js'
import { answer } from '../../tools/parity/penstock.js'
import { drawCase } from '../../tools/parity/run.js'
import { symbolOf } from '../../tools/schemas/names.js'
import { runs } from '../util/soak.js'

export const batchSize = 3
/** Drawn cases of an operator that are used, and those that are tried. */
const [used, tried] = [runs(3, 2), 40]
const seed = 1
/** The most bytes of a case: each is run in many ways. */
const maxBytes = 20_000

/** A case; `constant` is a number or a list that stands in the place of an input. */
export interface Call extends Case {
  readonly constant?: { readonly at: number; readonly value: number | readonly number[] }
}

export interface Plan {
  op: string
  info: OpInfo
  cases: readonly Call[]
}

export const member = (root: unknown, op: string): unknown =>
  op.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], root)

/** Whether an operator is called on the CPU's data: not those that the graph makes, readers, sources and functions of the user's. */
const isCalled = (op: string, { kind, reader, devices }: OpInfo): boolean =>
  kind === 'op' && !reader && devices.includes('cpu') && (op === 'math' || typeof member(nd, op) === 'function')

export const valuesOf = ({ inputs, argInputs = {} }: Case): Samples[] => [
  ...inputs,
  ...Object.values(argInputs).flatMap((one) => one ?? []),
]

/** The case with as many samples as every batch here has. */
function ofBatchSize({ inputs, args = {}, argInputs = {} }: Case): Case {
  const cut = (one: Samples): Samples => {
    const { samples } = one
    return { ...one, samples: Array.from({ length: batchSize }, (_, i) => samples[i % samples.length]!) }
  }
  const given = Object.entries(argInputs).flatMap(([name, one]) => (one ? [[name, cut(one)] as const] : []))
  const known = Object.entries(args).filter(([, value]) => value !== undefined)
  return { inputs: inputs.map(cut), args: Object.fromEntries(known), argInputs: Object.fromEntries(given), batchSize }
}

const bytesOf = (c: Case): number =>
  valuesOf(c).reduce((sum, { samples }) => samples.reduce((all, { data }) => all + data.byteLength, sum), 0)

/** The inputs with the constant in its place. */
export function withConstant<T>({ constant }: Call, inputs: readonly T[]): (T | number | readonly number[])[] {
  const given: (T | number | readonly number[])[] = [...inputs]
  if (constant) given.splice(constant.at, 0, constant.value)
  return given
}

/** A case like one of these, with a constant in the place of an input that may be one. */
function constantOf({ inputs: ports }: OpInfo, cases: readonly Case[]): Call[] {
  const at = ports.findIndex(({ constant }) => constant)
  for (const c of at < 0 ? [] : cases) {
    const [first] = c.inputs[at]?.samples ?? []
    if (first?.shape.length !== 1 || !/^(u?int(8|16|32)|float32)$/.test(c.inputs[at]!.dtype)) continue
    const value = Array.from(first.data, Number)
    return [{ ...c, inputs: c.inputs.toSpliced(at, 1), constant: { at, value: value.length > 1 ? value : value[0]! } }]
  }
  return []
}

async function drawn(op: string, parity: Parity): Promise<Case[]> {
  const found: Case[] = []
  for (let number = 0; number < tried && found.length < used; number++) {
    const c = ofBatchSize(drawCase(parity, seed, number, batchSize))
    if (bytesOf(c) <= maxBytes && !('error' in (await answer(op, c)))) found.push(c)
  }
  return found
}

let plan: Promise<Plan[]> | undefined
/** The operators that are called on data, with their cases. Files that run in one process share them. */
export function plans(): Promise<Plan[]> {
  plan ??= makePlan()
  return plan
}

async function makePlan(): Promise<Plan[]> {
  const plans: Plan[] = []
  for (const [op, info] of Object.entries(schemas)) {
    if (!isCalled(op, info)) continue
    const folder = new URL(`../../native/ops/${symbolOf(op)}/`, import.meta.url)
    const [listed, parity] = ['calls.ts', 'parity.ts'].map((name) => fileURLToPath(new URL(name, folder)))
    if (existsSync(listed!))
      plans.push({ op, info, cases: ((await import(listed!)).default as Case[]).map(ofBatchSize) })
    else if (existsSync(parity!)) {
      const own = (await import(parity!)).default as Parity
      // What it says of itself is no call on tensors: dumpImage writes files.
      if (own.ours) continue
      const cases = await drawn(op, own)
      plans.push({ op, info, cases: [...cases, ...constantOf(info, cases)] })
    } else plans.push({ op, info, cases: [] })
  }
  return plans
}
