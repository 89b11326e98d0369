// The orders that the suite `shuffle` compares: penstock's shuffles, and DALI's buffer, which in readers of containers has
// the records as they lie in the files, and in readers.file the files in one random order.
import { BufferOrder, DirectOrder } from '../../src/readers/order.js'
import { Sampler, type SamplerOptions } from '../../src/readers/sampler.js'

/** An epoch of a sampler with these options. */
export function sampled(options: SamplerOptions, epoch: number): Int32Array {
  const sampler = new Sampler(options)
  sampler.seek(epoch, 0)
  const order = new Int32Array(sampler.lengthOf(epoch))
  for (let at = 0; at < order.length; ) {
    const { indices } = sampler.next('epoch')
    order.set(indices, at)
    at += indices.length
  }
  return order
}

/** A buffer of `fill` samples over the files as they come. */
export function buffered(size: number, fill: number, epoch: number): Int32Array {
  const buffer = new BufferOrder(new DirectOrder(0), size, fill, 1, [epoch, 0, 1])
  return Int32Array.from({ length: size }, () => buffer.next())
}

/** The edges of blocks of so many samples. */
export function evenEdges(size: number, perBlock: number): Int32Array {
  return Int32Array.from({ length: Math.ceil(size / perBlock) + 1 }, (_, k) => Math.min(size, k * perBlock))
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
        const edges = () => evenEdges(size, Math.ceil(2 ** 23 / bytes))
        return sampled({ ...base, shuffleBlocks: true, blockWindow, edges }, e)
      },
    ]),
    ['`shuffleAfterEpoch`: the global shuffle', (e) => sampled({ ...base, shuffleAfterEpoch: true }, e)],
  ]
  return orders
}
