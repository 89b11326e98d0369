// autoAugment(), randAugment() and trivialAugmentWide(), for any Kit: they check options, draw what happens to each
// sample, and have the kit run only what was drawn.

import { isPlain } from '../definition/context.js'
import type { DataNode } from '../definition/node.js'
import { shown } from '../errors/words.js'
import { argError } from '../graph/schema.js'
import type { Augmentation, AugmentationOptions, Tools } from './augmentations.js'
import { checkNames, checkWhole } from './check.js'
import { boxOptionNames, type FieldOptions, type Moved, moving, opened } from './fields.js'
import type { Branch, Draw, Fields, Kit } from './kit.js'
import {
  autoAugmentSuite,
  type Policy,
  type PolicyName,
  type PolicyStep,
  randAugmentSuite,
  subPolicies,
  type Translation,
  trivialAugmentWideSuite,
} from './policies.js'

/** Options of every policy. `V`: a DataNode in a definition, a Batch in imperative mode. */
export interface AutoAugOptions<V = DataNode> extends FieldOptions {
  /**
   * Height and width of the images, or a value with [height, width, ...] per sample: translations then go by fractions of
   * them. Default: translations go by pixels.
   */
  shape?: readonly [height: number, width: number] | V
  /** Value of pixels from outside of the image; null repeats the border. Default: 128. */
  fillValue?: number | null
  /** How warps and rotations sample. Default: 'linear'. */
  interpType?: 'linear' | 'nn'
  /** The largest shift in pixels, for both axes or [height, width]. Default: 250; randAugment 100, trivialAugmentWide 32. */
  maxTranslateAbs?: number | readonly [height: number, width: number]
  /** With `shape`: the largest shift as a fraction of the extent. Default: 1; randAugment 100 / 224. */
  maxTranslateRel?: number | readonly [height: number, width: number]
}

/** Options of policies that draw from a list of augmentations. */
export interface SuiteOptions<V = DataNode> extends AutoAugOptions<V> {
  /** Number of bins that ranges of magnitudes are divided into. Default: 31. */
  numMagnitudeBins?: number
  /** Names of augmentations that are left out. Default: none. */
  excluded?: readonly string[]
  /** Augmentations in place of the policy's. Default: those of the paper. */
  augmentations?: readonly Augmentation<V>[]
}

/** Options of randAugment. */
export interface RandAugmentOptions<V = DataNode> extends SuiteOptions<V> {
  /** Augmentations in turn per sample, an integer >= 0. Default: 2. */
  n?: number
  /** The bin of their magnitude, from 0 to `numMagnitudeBins` - 1. Default: 9. */
  m?: number
  /**
   * A higher bin is a stronger change for all augmentations. False: ranges of AutoAugment, where some are strongest at bin
   * 0, or at both ends. Default: true.
   */
  monotonicMag?: boolean
}

/** Options of autoAugment. */
export interface AutoAugmentOptions<V = DataNode> extends AutoAugOptions<V> {
  /** 'imageNet', 'reducedImageNet', 'cifar10', 'svhn', or a policy of your own, as data. Default: 'imageNet'. */
  policy?: PolicyName | Policy<V>
}

/** What happens to each sample at one point of a policy: one of several augmentations, with a row of its parameters. */
interface Step {
  readonly augmentations: readonly Augmentation[]
  /** The parameters of each augmentation, by the row that is drawn. */
  readonly tables: readonly (readonly (number | readonly number[])[])[]
  readonly selector: Draw
  readonly row: Draw
}

const defaultSuite = { numMagnitudeBins: 31, n: 2, m: 9 }

/** RandAugment: `n` augmentations in turn per sample, each drawn from the suite, all with the magnitude of bin `m`. */
export function randAugment<T>(kit: Kit, given: T, options: RandAugmentOptions<DataNode>): Moved<T> {
  const names = ['n', 'm', 'monotonicMag', ...suiteNames]
  const common = check(kit, options, names)
  const { n = defaultSuite.n, m = defaultSuite.m, numMagnitudeBins: bins = defaultSuite.numMagnitudeBins } = options
  checkWhole(kit, 'numMagnitudeBins', bins, 1)
  checkWhole(kit, 'n', n, 0)
  checkWhole(kit, 'm', m, 0, bins - 1)
  const most = translation(kit, options, 100, 100 / 224)
  const suite = suiteOf(kit, options, () => randAugmentSuite(options.monotonicMag ?? true, most))
  const steps = Array.from({ length: n }, (_, i) => (): Step => {
    const tables = suite.map((one) => signed(one, [m], bins))
    return { augmentations: suite, tables, selector: kit.whole(suite.length, 2 * i), row: kit.whole(2, 2 * i + 1) }
  })
  return run(kit, given, options, common, steps)
}

/** TrivialAugment: one augmentation per sample, drawn from the suite, with a magnitude of any bin. */
export function trivialAugmentWide<T>(kit: Kit, given: T, options: SuiteOptions<DataNode>): Moved<T> {
  const common = check(kit, options, suiteNames)
  const { numMagnitudeBins: bins = defaultSuite.numMagnitudeBins } = options
  checkWhole(kit, 'numMagnitudeBins', bins, 1)
  const suite = suiteOf(kit, options, () => trivialAugmentWideSuite(translation(kit, options, 32, 1)))
  const step = (): Step => {
    const tables = suite.map((one) => signed(one, [...Array(bins).keys()], bins))
    return { augmentations: suite, tables, selector: kit.whole(suite.length, 0), row: kit.whole(2 * bins, 1) }
  }
  return run(kit, given, options, common, [step])
}

/** AutoAugment: one sub-policy per sample, each of whose steps is taken by its own chance. */
export function autoAugment<T>(kit: Kit, given: T, options: AutoAugmentOptions<DataNode>): Moved<T> {
  const common = check(kit, options, ['policy'])
  const { steps: list, bins, suite } = policyOf(kit, options)
  const byName = new Map(suite.map((one) => [one.name, one]))
  checkSteps(kit, list, bins, byName)
  const length = Math.max(...list.map((steps) => steps.length))
  let choice: Draw | undefined
  const steps = Array.from({ length }, (_, i) => (): Step => {
    choice ??= kit.whole(list.length, 0)
    const names = [...new Set(list.flatMap((steps) => steps[i]?.[0] ?? []))]
    const used = [byName.get('identity') ?? identity, ...names.map((name) => byName.get(name)!)]
    // Branch 0 is that of the samples that do not take this step.
    const branches = list.map((steps) => (steps[i] ? names.indexOf(steps[i][0]) + 1 : 0))
    const chances = list.map((steps) => steps[i]?.[1] ?? 0)
    const taken = kit.less(kit.fraction(2 * i + 1), kit.lookUp(chances, choice))
    const tables = used.map((one) => {
      const first = list.find((steps) => steps[i]?.[0] === one.name)?.[i]?.[2] ?? 0
      const bin = (steps: readonly PolicyStep[]) => (steps[i]?.[0] === one.name ? steps[i][2] : null)
      return signed(
        one,
        list.map((steps) => bin(steps) ?? first),
        bins,
      )
    })
    const row = kit.plus(kit.times(choice, 2), kit.whole(2, 2 * i + 2))
    return { augmentations: used, tables, selector: kit.times(kit.lookUp(branches, choice), taken), row }
  })
  return run(kit, given, options, common, steps)
}

const identity: Augmentation = { name: 'identity', apply: (images) => images }

/** Parameters of an augmentation: two rows for each bin, of the magnitude and of the negated one. */
function signed(one: Augmentation, bins: readonly number[], count: number): (number | readonly number[])[] {
  const { magnitudeRange: range, toParameter = (magnitude: number) => magnitude } = one
  if (!range) return [0]
  const magnitude = (bin: number) => {
    if (typeof range === 'function') return range(bin, count)
    return count === 1 ? range[0] : range[0] + ((range[1] - range[0]) * bin) / (count - 1)
  }
  return bins.flatMap((bin) => {
    const value = magnitude(bin)
    return [toParameter(value), toParameter(one.randomlyNegate ? -value : value)]
  })
}

/** Carries out the steps. */
function run<T>(
  kit: Kit,
  given: T,
  options: FieldOptions,
  common: AugmentationOptions,
  steps: readonly (() => Step)[],
): Moved<T> {
  const { fields, geometry, closed } = opened(kit, given, options)
  const tools: Tools = { ...common, kit, extents: undefined }
  let at: Fields = fields
  for (const step of steps) {
    const { augmentations, tables, selector, row } = step()
    const branches = augmentations.map(
      (one, i): Branch<Fields> =>
        (now, index) =>
          moving(now, one, kit.row(tables[i]!, index), tools, geometry),
    )
    at = kit.choose(at, selector, row, branches)
  }
  return closed(at) as Moved<T>
}

const commonNames = ['shape', 'fillValue', 'interpType', 'maxTranslateAbs', 'maxTranslateRel']
const suiteNames = ['numMagnitudeBins', 'excluded', 'augmentations']

/** Throws INVALID_ARGUMENT for options that are none, and returns what every augmentation gets. */
function check(kit: Kit, options: AutoAugOptions, names: readonly string[]): AugmentationOptions {
  checkNames(kit, options, [...names, ...commonNames, kit.drawOption, ...boxOptionNames])
  const { fillValue = 128, interpType = 'linear', shape } = options
  if (fillValue !== null && typeof fillValue !== 'number')
    throw argError(kit.at, `Expected a number or null for fillValue but received ${shown(fillValue)}`)
  if (interpType !== 'linear' && interpType !== 'nn')
    throw argError(kit.at, `Expected 'linear' or 'nn' for interpType but received ${shown(interpType)}`)
  const pair = Array.isArray(shape) && shape.length === 2 && shape.every((x) => typeof x === 'number' && x > 0)
  if (shape !== undefined && !pair && !kit.isValue(shape))
    throw argError(kit.at, `Expected [height, width] or a value for shape but received ${shown(shape)}`)
  return { fillValue, interpType, shape: shape as AugmentationOptions['shape'] }
}

/** How far translations go. Throws INVALID_ARGUMENT for a limit that does not go with `shape`. */
function translation(kit: Kit, options: AutoAugOptions, pixels: number, fraction: number): Translation {
  const relative = options.shape !== undefined
  const [own, other] = relative
    ? (['maxTranslateRel', 'maxTranslateAbs'] as const)
    : (['maxTranslateAbs', 'maxTranslateRel'] as const)
  if (options[other] !== undefined) {
    const hint = relative ? 'maxTranslateRel goes with shape' : 'Give shape, or use maxTranslateAbs'
    throw argError(kit.at, `Expected no ${other} ${relative ? 'beside' : 'without'} shape but received one`, hint)
  }
  const most = options[own] ?? (relative ? fraction : pixels)
  const [height, width] = (Array.isArray(most) ? most : [most, most]) as [unknown, unknown]
  if (![height, width].every((x) => typeof x === 'number' && x >= 0))
    throw argError(kit.at, `Expected a number >= 0 or [height, width] for ${own} but received ${shown(most)}`)
  return { height: height as number, width: width as number }
}

function suiteOf(kit: Kit, options: SuiteOptions, usual: () => Augmentation[]): Augmentation[] {
  const { excluded = [] } = options
  const suite = options.augmentations ?? usual()
  checkAugmentations(kit, suite)
  const names = suite.map(({ name }) => name)
  const unknown = Array.isArray(excluded) ? excluded.find((name) => !names.includes(name)) : excluded
  if (unknown !== undefined) {
    const hint = `There are: ${names.join(', ')}`
    throw argError(kit.at, `Expected names of augmentations for excluded but received ${shown(unknown)}`, hint)
  }
  const left = suite.filter(({ name }) => !excluded.includes(name))
  if (left.length) return left
  throw argError(kit.at, 'Expected at least one augmentation but received none', 'excluded leaves none')
}

function checkAugmentations(kit: Kit, list: readonly Augmentation[]): void {
  if (!Array.isArray(list)) throw argError(kit.at, `Expected a list for augmentations but received ${shown(list)}`)
  for (const [i, one] of list.entries()) {
    if (typeof one?.name === 'string' && one.name && typeof one.apply === 'function') continue
    throw argError(
      kit.at,
      `Expected { name, apply } for augmentations[${i}] but received ${shown(one)}`,
      '{ name, magnitudeRange, randomlyNegate, toParameter, apply(images, parameter) } is an augmentation',
    )
  }
  const twice = list.find(({ name }, i) => list.findIndex((other) => other.name === name) < i)
  if (twice)
    throw argError(kit.at, `Expected different names for augmentations but received ${shown(twice.name)} twice`)
}

interface Found {
  steps: readonly (readonly PolicyStep[])[]
  bins: number
  suite: readonly Augmentation[]
}

function policyOf(kit: Kit, options: AutoAugmentOptions): Found {
  const { policy = 'imageNet' } = options
  const usual = autoAugmentSuite(translation(kit, options, 250, 1))
  if (typeof policy === 'string') {
    if (Object.hasOwn(subPolicies, policy)) return { steps: subPolicies[policy], bins: 11, suite: usual }
    const names = Object.keys(subPolicies).map((name) => `'${name}'`)
    throw argError(kit.at, `Expected ${names.join(', ')} or a policy for policy but received ${shown(policy)}`)
  }
  const {
    numMagnitudeBins: bins,
    subPolicies: steps,
    augmentations: own = [],
  } = isPlain(policy) ? (policy as Policy<DataNode>) : ({} as Policy<DataNode>)
  const lists =
    Array.isArray(steps) && steps.length > 0 && steps.every((list) => Array.isArray(list) && list.length > 0)
  if (!lists)
    throw argError(kit.at, `Expected { numMagnitudeBins, subPolicies } for policy but received ${shown(policy)}`)
  checkWhole(kit, 'policy.numMagnitudeBins', bins, 1)
  checkAugmentations(kit, own)
  return { steps, bins, suite: [...own, ...usual.filter(({ name }) => !own.some((one) => one.name === name))] }
}

function checkSteps(kit: Kit, list: Found['steps'], bins: number, byName: ReadonlyMap<string, Augmentation>): void {
  for (const [i, steps] of list.entries()) {
    for (const [k, step] of steps.entries()) {
      const what = `policy.subPolicies[${i}][${k}]`
      const [name, chance, bin] = Array.isArray(step) ? step : []
      const one = byName.get(name as string)
      if (!one)
        throw argError(
          kit.at,
          `Expected the name of an augmentation for ${what}[0] but received ${shown(name)}`,
          `There are: ${[...byName.keys()].join(', ')}`,
        )
      if (typeof chance !== 'number' || !(chance >= 0 && chance <= 1))
        throw argError(kit.at, `Expected a chance from 0 to 1 for ${what}[1] but received ${shown(chance)}`)
      if (bin === null || bin === undefined ? !one.magnitudeRange : true) {
        if (bin !== null && bin !== undefined) checkWhole(kit, `${what}[2]`, bin, 0, bins - 1)
        continue
      }
      throw argError(kit.at, `Expected a bin for ${what}[2] but received ${shown(bin)}`, `${name} has a magnitude`)
    }
  }
}
