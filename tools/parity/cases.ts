// Defines the content of an operator's parity.ts: how cases are drawn, how far results may be apart, and where they
// differ on purpose.
import type { DType } from '../../src/generated/abi.js'
import type { Draw } from './draw.js'
import type { Outcome, Samples } from './samples.js'
import type { Tolerance } from './tolerance.js'

export type { Outcome, Samples, TypedData } from './samples.js'

/** One call of an operator, as plain data. */
export interface Case {
  /** The operator as in fn, where it is another one than the folder's. */
  readonly op?: string
  readonly inputs: readonly Samples[]
  /** Constant arguments by their names in fn. Those that are undefined are left out. */
  readonly args?: Readonly<Record<string, unknown>>
  /** Arguments that have one value per sample. */
  readonly argInputs?: Readonly<Record<string, Samples | undefined>>
  /** DALI may write outside of its memory in this case, so its process is not used again afterwards. */
  readonly risky?: boolean
  /** The number of samples, for a case without inputs. */
  readonly batchSize?: number
}

/** A difference on purpose. */
export interface Difference {
  /** Whether a case that differs does so for this reason. */
  when(c: Case, found: { dali: Outcome; penstock: Outcome }): boolean
  /** A sentence: what both do, and why penstock does not do what DALI does. */
  reason: string
}

/**
 * Numbers that stand for a sample of an output, and whose distribution is compared in place of the elements: those of all
 * samples of a case, by name. For operators that draw random numbers. `output`: the number of the output, from 0.
 */
export type Measure = (
  sample: Samples['samples'][number],
  dtype: DType,
  c: Case,
  output: number,
) => Readonly<Record<string, number[]>>

export interface Parity {
  /** How far results may be apart, for all cases or for one. */
  tolerance: Tolerance | ((c: Case) => Tolerance)
  /** Draws a case; equal draws must give equal cases. */
  case(d: Draw): Case
  /** The tolerance in words, where it depends on the case. */
  toleranceText?: string
  differs?: readonly Difference[]
  /** Compares distributions instead of elements: shapes and dtypes must still be equal. */
  distribution?: Measure
  /** Shapes are drawn too: only the number of dimensions must be equal. */
  drawnShapes?: true
  /** Runs penstock's side, for what is no call of an operator on tensors. */
  ours?(c: Case): Promise<Outcome>
  /** The call that --speed times; without it the operator has no ratio. Its data must be of a real size. */
  speed?(d: Draw): Case
}

/** Types the default export of a parity.ts. */
export const parity = (definition: Parity): Parity => definition

/** Whether at most this share of all elements differs by more than `by`, and nothing else differs. */
export function fewDiffer({ dali, penstock }: { dali: Outcome; penstock: Outcome }, share: number, by = 0): boolean {
  if ('error' in dali || 'error' in penstock) return false
  let [far, all] = [0, 0]
  for (const [i, { samples }] of penstock.outputs.entries()) {
    for (const [k, { data }] of samples.entries()) {
      const theirs = dali.outputs[i]?.samples[k]?.data
      if (theirs?.length !== data.length) return false
      all += data.length
      data.forEach((value: number | bigint, at: number) => {
        if (value !== theirs[at] && Math.abs(Number(value) - Number(theirs[at])) > by) far++
      })
    }
  }
  return far <= share * all
}

/** A difference: DALI refuses, in words that match, what penstock takes. */
export const daliRefuses = (words: RegExp, reason: string): Difference => ({
  when: (_, { dali, penstock }) => 'error' in dali && words.test(dali.error) && !('error' in penstock),
  reason,
})

/** A difference: penstock refuses, in words that match, what DALI takes. */
export const penstockRefuses = (words: RegExp, reason: string): Difference => ({
  when: (_, { dali, penstock }) => 'error' in penstock && words.test(penstock.error) && !('error' in dali),
  reason,
})

/** The difference that many operators have: DALI takes fewer dtypes. */
export const moreDtypes = daliRefuses(
  /[Nn]ot supported|[Uu]nsupported ((data|input|output) )?type|no[nt] implemented/,
  'DALI refuses dtypes that penstock takes.',
)

/** The difference that some operators have: DALI takes fewer layouts. */
export const moreLayouts = daliRefuses(/[Ll]ayout/, 'DALI refuses layouts that penstock takes.')

/** Whether elements of float16 alone differ, and DALI's are the next ones away from 0, of an odd last bit where ours is even. */
function onlyTies({ dali, penstock }: { dali: Outcome; penstock: Outcome }): boolean {
  if ('error' in dali || 'error' in penstock) return false
  return penstock.outputs.every(({ dtype, samples }, i) =>
    samples.every(({ data }, k) => {
      const theirs = dali.outputs[i]!.samples[k]!.data
      const isTie = (ours: number, other: number) => ours % 2 === 0 && other === ours + 1
      return Array.from(data as Uint16Array).every(
        (value, at) => value === theirs[at] || (dtype === 'float16' && isTie(value, Number(theirs[at]))),
      )
    }),
  )
}

/** The difference of operators that convert integers to float16. */
export const halfTies: Difference = {
  when: (_, found) => onlyTies(found),
  reason:
    'An integer half-way between two numbers of float16 becomes the one farther from 0 in DALI, and the even one in penstock, as IEEE 754 rounds.',
}

/** Files as an input. */
export const fileSamples = (files: readonly Uint8Array[]): Samples => ({
  dtype: 'uint8',
  layout: '',
  samples: files.map((data) => ({ shape: [data.length], data })),
})

/** The number of samples of a case. */
export const batchSizeOf = (c: Case): number =>
  c.batchSize ?? c.inputs[0]?.samples.length ?? Object.values(c.argInputs ?? {}).find(Boolean)?.samples.length ?? 1
