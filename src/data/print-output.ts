// Prints a pipeline's outputs for util.inspect and console.log: shape, dtype, layout, device and a few values. Values
// on a GPU are not read. Printing does not throw for a batch that was released: it shows what is still known.
import { PipelineError } from '../errors.js'
import type { DType } from '../generated/abi.js'
import { maxSamples, printArray } from './print-array.js'
import type { TypedArray } from './types.js'

interface Printed {
  readonly dtype: DType
  readonly layout: string
  /** Number of the GPU that the output is on; null on the CPU. */
  readonly deviceId: number | null
  readonly devicePointer: bigint | null
}

/** The part of Tensor that is printed. */
interface PrintedTensor extends Printed {
  readonly shape: readonly number[]
  dataSync(): TypedArray
}

/** The part of TensorList that is printed. */
interface PrintedList extends Printed {
  readonly length: number
  shape(i: number): number[]
  at(i: number): PrintedTensor
}

export function printTensor(tensor: PrintedTensor): string {
  const { dtype, shape, layout } = tensor
  return printed(`Tensor(${[dtype, extents(shape), layout, place(tensor)].filter(Boolean).join(', ')})`, tensor, () =>
    printArray(tensor.dataSync(), dtype, shape),
  )
}

export function printTensorList(list: PrintedList): string {
  const { dtype, layout, length } = list
  const shapes = shapesOf(list)
  const equal = shapes?.every((shape) => shape.join() === shapes[0]!.join())
  const shape = shapes && (equal ? length > 0 && extents(shapes[0]!) : 'shapes differ')
  const facts = [`${length} ${length === 1 ? 'sample' : 'samples'}`, dtype, shape, layout, place(list)]
  return printed(`TensorList(${facts.filter(Boolean).join(', ')})`, list, () => {
    const shown = Array.from({ length: Math.min(length, maxSamples) }, (_, i) => {
      const tensor = list.at(i)
      return `${i}:${equal ? '' : ` ${extents(tensor.shape)}`}\n${printArray(tensor.dataSync(), dtype, tensor.shape)}`
    })
    if (length > maxSamples) shown.push(`... ${length - maxSamples} more`)
    return shown.join('\n')
  })
}

const extents = (shape: readonly number[]) => `[${shape.join(', ')}]`

const place = ({ deviceId }: Printed) => (deviceId === null ? 'cpu' : `gpu ${deviceId}`)

/** The shapes of the samples; undefined when the batch was released. */
function shapesOf(list: PrintedList): number[][] | undefined {
  try {
    return Array.from({ length: list.length }, (_, i) => list.shape(i))
  } catch (error) {
    if (error instanceof PipelineError) return undefined
    throw error
  }
}

function printed(head: string, output: Printed, values: () => string): string {
  try {
    // Reading the pointer throws when the batch was released; it does not touch the GPU.
    if (output.devicePointer !== null) return `${head} on the GPU: toCpu() gives the values`
    const text = values()
    return text ? `${head}\n${text}` : head
  } catch (error) {
    if (error instanceof PipelineError && error.code === 'OUTPUT_RELEASED') return `${head} released`
    throw error
  }
}
