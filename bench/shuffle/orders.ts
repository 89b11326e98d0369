// Makes the orders that the suite `shuffle` compares: penstock's shuffles, and DALI's buffer, which in readers of
// containers has the records as they lie in the files, and in readers.file the files in one random order.
import { native } from '../../src/native.js'
import { placesOf } from './quality.js'

/** The arguments of a reader that choose samples, with the edges of its blocks. */
type Options = { size: number; batchSize: number; edges?: number[] } & Record<string, unknown>

/** An epoch of a reader with these options. */
export function sampled(options: Options, epoch: number): Int32Array {
  const source = native().readerOpen(JSON.stringify(options), null)
  const order: number[] = []
  const ids = new Float64Array(4 * options.batchSize)
  native().readerSeek(source, epoch, 0)
  for (let ended = false; !ended; ) {
    const drawn = native().readerNext(source, ids, true)
    ended = drawn < 0
    for (let i = 0; i < (ended ? -1 - drawn : drawn); i++) order.push(ids[4 * i]!)
  }
  native().close(source)
  return Int32Array.from(order)
}

/** A buffer of `fill` samples over the files as they come: that of randomShuffle, on places in its own reading order. */
export function buffered(size: number, fill: number, epoch: number): Int32Array {
  const options = { size, batchSize: 1024, randomShuffle: true, seed: 1 }
  const places = placesOf(sampled({ ...options, initialFill: 1 }, 0))
  return sampled({ ...options, initialFill: fill }, epoch).map((sample) => places[sample]!)
}

/** The edges of blocks of `perBlock` samples. */
export function evenEdges(size: number, perBlock: number): number[] {
  return Array.from({ length: Math.ceil(size / perBlock) + 1 }, (_, k) => Math.min(size, k * perBlock))
}

/** Orders by name, over a set of `size` samples of `bytes` bytes. */
export function ordersOf(size: number, bytes: number, windows: readonly number[]) {
  const base = { size, batchSize: 1024, seed: 1 }
  const orders: [name: string, epoch: (epoch: number) => Int32Array][] = [
    ['no shuffle', (e) => sampled(base, e)],
    ...[1024, 16384].map((fill): (typeof orders)[number] => [
      `a buffer of ${fill.toLocaleString('en')} over the files as they come`,
      (e) => buffered(size, fill, e),
    ]),
    [
      '`randomShuffle`: a buffer of 1,024 over a fixed random order',
      (e) => sampled({ ...base, randomShuffle: true }, e),
    ],
    ...windows.map((blockWindow): (typeof orders)[number] => [
      `\`shuffleBlocks\`, \`blockWindow: ${blockWindow}\``,
      (e) => {
        const edges = evenEdges(size, Math.ceil(2 ** 23 / bytes))
        return sampled({ ...base, shuffleBlocks: true, blockWindow, edges }, e)
      },
    ]),
    ['`shuffleAfterEpoch`: the global shuffle', (e) => sampled({ ...base, shuffleAfterEpoch: true }, e)],
  ]
  return orders
}
