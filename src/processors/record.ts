// Writes a program down as operators: of `fn`, for a pipeline, or of imperative mode. `numbers` are what plan.ts gives,
// per sample. Operators run where their pixels are.
import type { Program, Step, Tiles, View } from './program.js'

/** The operators that are used. V: DataNode, or Batch. */
export interface Operators<V> {
  colorSpaceConversion(image: V, options: object): V
  resize(image: V, options: object): V
  slice(value: V, options: object): V
  lookupTiles(image: V, options: object): V
  cat(...inputs: [...values: V[], options: object]): V
  reshape(value: V, options: object): V
  pad(value: V, options: object): V
  transpose(value: V, options: object): V
  ones(options: object): V
}

export interface Library<V> {
  readonly ops: Operators<V>
  readonly math: { sub(a: V, b: V): V; div(a: V, b: V): V; constant(values: readonly number[], dtype: 'float32'): V }
}

/** How files are decoded: to the pixels that Pillow gives. */
export const asPillow = { outputType: 'rgb', jpegFancyUpsampling: true } as const

const outside = { outOfBoundsPolicy: 'pad' } as const

class Recorder<V> {
  private next = 0

  constructor(
    private readonly library: Library<V>,
    private readonly program: Program,
    private readonly numbers: readonly V[],
  ) {}

  /** The numbers of the next slot. */
  take(): V {
    return this.numbers[this.next++]!
  }

  private steps(pixels: V, steps: readonly Step[]): V {
    return steps.reduce((image, step) => this.step(image, step), pixels)
  }

  private step(image: V, step: Step): V {
    const { ops } = this.library
    if ('resize' in step) {
      const { resize } = step
      const size = typeof resize === 'function' ? this.take() : [resize.height, resize.width]
      return ops.resize(image, { size, ...(step.resample ?? this.program.resample) })
    }
    return this.window(image, step.window, [0, 1], step.fill)
  }

  private window(
    value: V,
    window: Extract<Step, { window: unknown }>['window'],
    axes: readonly number[],
    fill: readonly number[] = [0],
  ): V {
    const ofImage = typeof window === 'function'
    const start = ofImage ? this.take() : [window.top, window.left]
    const shape = ofImage ? this.take() : [window.height, window.width]
    return this.library.ops.slice(value, { start, shape, axes: [...axes], ...outside, fillValues: [...fill] })
  }

  private joined(views: V[]): V {
    return views.length === 1 ? views[0]! : this.library.ops.cat(...views, { axis: 0 })
  }

  private view(pixels: V, view: View): V {
    const { ops } = this.library
    let image = this.steps(pixels, view.steps)
    if (view.parts) return this.joined(view.parts.map((part) => this.view(image, part)))
    if (view.when) image = ops.slice(image, { start: [0, 0], shape: this.take(), axes: [0, 1], ...outside })
    return this.laidOut(image, view.tiles)
  }

  private laidOut(pixels: V, tiles: Tiles | undefined): V {
    const { ops, math } = this.library
    const { values, rows } = this.program
    const cut = tiles && {
      ...{ tile: [tiles.size.height, tiles.size.width], group: tiles.group ?? 1, frames: tiles.frames ?? 1 },
      channelsLast: tiles.channelsLast ?? false,
    }
    if ('common' in values) return ops.lookupTiles(pixels, { ...cut })
    if (!('first' in values)) {
      const made = ops.lookupTiles(pixels, { ...cut, ...(values.table && { values: [...values.table] }) })
      return rows ? this.rows(made, tiles!) : made
    }
    let normal = pixels
    if (values.mean) normal = math.sub(normal, math.constant(values.mean, 'float32'))
    if (values.std) normal = math.div(normal, math.constant(values.std, 'float32'))
    const made = ops.lookupTiles(normal, { ...cut })
    return rows ? this.rows(made, tiles!) : made
  }

  private rows(value: V, { size, frames = 1 }: Tiles): V {
    return this.library.ops.reshape(value, { shape: [-1, 3 * frames * size.height * size.width] })
  }

  values(image: V): V {
    const { ops } = this.library
    const { values, steps, views, border, pad, columns, bgr } = this.program
    let pixels = bgr ? ops.colorSpaceConversion(image, { imageType: 'rgb', outputType: 'bgr' }) : image
    if ('first' in values) pixels = ops.lookupTiles(pixels, { values: [...values.first], channelsLast: true })
    pixels = this.steps(pixels, steps)
    if ('common' in values) pixels = ops.lookupTiles(pixels, { values: [...values.common], channelsLast: true })
    let result = this.joined(views.map((view) => this.view(pixels, view)))
    if (columns) {
      const { height } = views[0]!.tiles!.size
      result = ops.reshape(ops.transpose(result, { perm: [1, 2, 0, 3] }), { shape: [3, height, -1] })
    }
    if (border) result = this.window(result, border, [1, 2])
    if (pad) result = ops.pad(result, { axes: [...pad.axes], shape: [...pad.shape] })
    return result
  }

  mask(): V {
    const { ops } = this.library
    const { pad } = this.program
    const mask = ops.ones({ shape: this.take(), dtype: 'int64' })
    return pad ? ops.pad(mask, { axes: [0, 1], shape: [...pad.shape] }) : mask
  }
}

/** The outputs of a program, in its order. `image`: uint8, HWC, RGB. */
export function recorded<V>(library: Library<V>, program: Program, image: V, numbers: readonly V[]): V[] {
  const recorder = new Recorder(library, program, numbers)
  const values = recorder.values(image)
  return program.outputs.map((output) => {
    if (output.kind === 'values') return values
    if (output.kind === 'mask') return recorder.mask()
    const fact = recorder.take()
    return output.fill === undefined ? fact : library.ops.pad(fact, { axes: [0], shape: [-1], fillValue: output.fill })
  })
}
