// What Tensor and Batch share beyond reading: where samples came from, hand-off to other threads and libraries, and
// moves between devices.

import { streamOption } from '../../data/cuda-stream.js'
import type { DlpackOptions } from '../../data/device.js'
import { exportDlpack } from '../../data/handoff/dlpack.js'
import { posted } from '../../data/handoff/shared.js'
import type { SourceInfo } from '../../data/rows.js'
import type { HandOff } from '../../data/types.js'
import { invalidArgument, outputReleased } from '../../errors/factories.js'
import { shown } from '../../errors/words.js'
import type { PipelineError } from '../../errors.js'
import { sampleFlags } from '../../generated/abi.js'
import { type Entry, invoke } from '../operators/invoke.js'
import { settle } from '../scheduling/evaluate.js'
import { memoryOf, pin, placeOf, readSync } from './data-read.js'
import { shapesOf } from './shape.js'
import type { Holder, Show, Value, View } from './value.js'

export function untouchable(what: string): PipelineError {
  return outputReleased(`This ${what} was disposed`, 'Take what you need before then, or keep a copy()')
}

export function sourceOf({ storage }: Value, row: number): SourceInfo {
  const { source, index, epoch } = storage!.slot.sample(row)
  return { source, index, epoch }
}

export const isValid = ({ storage }: Value, row: number): boolean =>
  (storage!.slot.sampleFlags(row) & sampleFlags.invalid) === 0

/** A copy to be posted to another thread, sample behind sample; shapes may differ. Blocks until the value is there. */
export function handOff(view: View, mode: unknown): HandOff {
  if (mode !== 'copy' && mode !== 'transfer') {
    throw invalidArgument(`Expected 'copy' or 'transfer' but received ${shown(mode)}`)
  }
  const { value } = view
  settle(value)
  const { dtype, layout, gpu } = value.storage!.slot.output(value.place)
  const data = readSync(view)
  const buffer = (gpu < 0 ? data.slice() : data).buffer as ArrayBuffer
  return posted({ mode, dtype, layout, shapes: shapesOf(view), buffer })
}

/** The address of a sample's DLManagedTensor. Blocks until the value is there. */
export function exported(value: Value, row: number, options: DlpackOptions): bigint {
  const stream = streamOption(options, 'dlpack')
  settle(value)
  const storage = value.storage!
  const { dtype, layout, gpu } = storage.slot.output(value.place)
  const { shape, offset: address } = storage.slot.tensor(value.place, row)
  const retain = () => pin(storage)
  if (gpu < 0) {
    const { buffer, offset } = placeOf(value, row)
    return exportDlpack({ dtype, shape, layout, buffer, offset }, { retain })
  }
  const memory = memoryOf(storage, gpu)
  return exportDlpack({ dtype, shape, gpu, address, arena: memory.slot }, { retain, lend: () => memory.lend(stream) })
}

/** `of` on `device`: itself if it is there already, else a lazy copy. `show` makes a Tensor or a Batch of a value. */
export function moved<T extends Holder>(of: T, device: 'cpu' | 'gpu', entry: Entry, show: Show<T>): T {
  if (device !== 'cpu' && device !== 'gpu') {
    throw invalidArgument(`Expected 'cpu' or 'gpu' for device but received ${shown(device)}`)
  }
  const { value } = of.view
  if ((value.gpu < 0 ? 'cpu' : 'gpu') === device) return of
  return invoke('copy', [of, { device }], entry, show)[0]!
}
