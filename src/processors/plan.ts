// The numbers of one image: what the functions in a program give for its size, in the order in which record.ts takes them.
import { invalidInput } from '../errors/factories.js'
import type { DType } from '../generated/abi.js'
import type { Planned, Program, Size, Step, View, Window } from './program.js'
import { ofImage } from './program.js'

/** One list of numbers that an image has of its own. */
export interface Slot {
  readonly dtype: Extract<DType, 'float32' | 'int32' | 'int64'>
  readonly shape: readonly number[]
}

/** A slot's numbers. */
export interface Numbers extends Slot {
  readonly values: readonly number[]
}

const isOfImage = (given: unknown): boolean => typeof given === 'function'

/** Extents that a resize or a window can have. */
const most = 65536

function checked(size: Size, source: Size): Size {
  const fits = (n: number) => Number.isInteger(n) && n >= 1 && n <= most
  if (fits(size.height) && fits(size.width)) return size
  throw invalidInput(
    `Expected an image that the processor can make 1 to ${most} pixels high and wide, but one of ${source.height} x ${source.width} would become ${size.height} x ${size.width}`,
  )
}

class Plan {
  readonly numbers: Numbers[] = []

  private add(dtype: Slot['dtype'], values: readonly number[], shape: readonly number[] = [values.length]): void {
    this.numbers.push({ dtype, values, shape })
  }

  private window(window: Window): void {
    this.add('int32', [window.top, window.left])
    this.add('int32', [window.height, window.width])
  }

  /** The size behind the steps. `absent`: nothing of it is used, so everything is a pixel large. */
  follow(steps: readonly Step[], from: Size, source: Size, absent = false): Size {
    const pixel = { top: 0, left: 0, height: 1, width: 1 }
    let at = from
    for (const step of steps) {
      const given = 'resize' in step ? step.resize : step.window
      const to = absent && isOfImage(given) ? pixel : ofImage<Size>(given, at, source)
      at = { height: to.height, width: to.width }
      checked(at, source)
      if (!isOfImage(given)) continue
      if ('resize' in step) this.add('float32', [at.height, at.width])
      else this.window(to as Window)
    }
    return at
  }

  view(view: View, common: Size, source: Size): Size | undefined {
    const absent = view.when !== undefined && !view.when(source)
    const size = this.follow(view.steps, common, source, absent)
    for (const part of view.parts ?? []) this.view(part, size, source)
    if (view.when && !view.parts) this.add('int32', absent ? [0, view.tiles!.size.width] : [size.height, size.width])
    return absent ? undefined : size
  }

  finish(program: Program, planned: Planned): void {
    const { border, pad, outputs } = program
    const { source, views } = planned
    let last = views[0]!
    if (border) {
      const window = ofImage(border, last, source)
      if (isOfImage(border)) this.window(window)
      last = window
    }
    if (pad && !program.views[0]!.tiles) checkFits(last, pad.shape, source)
    for (const output of outputs) {
      if (output.kind === 'mask') this.add('int32', output.of?.(planned) ?? [last.height, last.width])
      if (output.kind !== 'fact') continue
      const values = output.of(planned)
      this.add(output.dtype, values, shapeOf(output.shape ?? [-1], values.length))
    }
  }
}

/** The axis of -1 has the rest of `count` values. */
function shapeOf(shape: readonly number[], count: number): number[] {
  const known = shape.reduce((size, n) => (n < 0 ? size : size * n), 1)
  return shape.map((n) => (n < 0 ? count / known : n))
}

function checkFits(size: Size, shape: readonly number[], source: Size): void {
  const [height, width] = shape as [number, number]
  if ((height < 0 || size.height <= height) && (width < 0 || size.width <= width)) return
  throw invalidInput(
    `Expected an image that fits into pad_size, ${height} x ${width}, but one of ${source.height} x ${source.width} becomes ${size.height} x ${size.width}`,
  )
}

/** The size of an image behind the steps that all views share. Errors: INVALID_INPUT, for one that cannot be processed. */
export const sizeBehind = (program: Program, source: Size): Size => new Plan().follow(program.steps, source, source)

/** The numbers of an image of this size, in the order of slots(). Errors: INVALID_INPUT, for one that cannot be processed. */
export function planned(program: Program, source: Size): Numbers[] {
  const plan = new Plan()
  const common = plan.follow(program.steps, source, source)
  const views = program.views.map((view) => plan.view(view, common, source))
  plan.finish(program, { source, common, views })
  return plan.numbers
}

const stepSlots = (step: Step): Slot['dtype'][] => {
  if ('resize' in step) return isOfImage(step.resize) ? ['float32'] : []
  return isOfImage(step.window) ? ['int32', 'int32'] : []
}

const viewSlots = ({ steps, parts, when }: View): Slot['dtype'][] => [
  ...steps.flatMap(stepSlots),
  ...(parts ? parts.flatMap(viewSlots) : when ? (['int32'] as const) : []),
]

/** The dtypes of what planned() gives. */
export function slots(program: Program): Slot['dtype'][] {
  const { steps, views, border, outputs } = program
  return [
    ...steps.flatMap(stepSlots),
    ...views.flatMap(viewSlots),
    ...(isOfImage(border) ? (['int32', 'int32'] as const) : []),
    ...outputs.flatMap((output) =>
      output.kind === 'mask' ? ['int32' as const] : output.kind === 'fact' ? [output.dtype] : [],
    ),
  ]
}
