// The pixels of images that wait for their batch, from the headers of their files: a small pipeline beside that of the server.
import type { Prepared } from '../engine/fed-inputs.js'
import { pipelineDef } from './define.js'
import { fn } from './fn.js'
import type { Pipeline } from './pipeline.js'

type Sample = Prepared[number]['batch']['columns'][number][number]

/** Files are 1-D; an image that is decoded has its extents in its shape. */
const isFile = ({ dtype, shape }: Sample) => dtype === 'uint8' && shape.length === 1

function ofShape({ shape, layout }: Sample): number {
  if (shape.length < 2) return 0
  const [h, w] = [layout.indexOf('H'), layout.indexOf('W')]
  return h >= 0 && w >= 0 ? shape[h]! * shape[w]! : shape.length === 3 ? shape[0]! * shape[1]! : 0
}

const samplesOf = (data: Prepared) => data.flatMap(({ batch }) => batch.columns.flat())

export class PixelCounter {
  private pipe: Pipeline<unknown> | undefined

  constructor(private readonly batchSize: number) {}

  /** The pixels of each request's images. What is no image counts as none: the pipeline says what is wrong with it. */
  async count(requests: readonly Prepared[]): Promise<number[]> {
    const counts = requests.map((data) => samplesOf(data).reduce((sum, sample) => sum + ofShape(sample), 0))
    const files = requests.flatMap((data, request) =>
      samplesOf(data)
        .filter(isFile)
        .map(({ data }) => ({ request, data })),
    )
    for (let i = 0; i < files.length; i += this.batchSize) {
      const some = files.slice(i, i + this.batchSize)
      const sizes = await this.sizes(some.map(({ data }) => data))
      for (const [k, { request }] of some.entries()) counts[request]! += sizes[k]!
    }
    return counts
  }

  private async sizes(files: readonly Uint8Array[]): Promise<number[]> {
    this.pipe ??= this.make()
    const [shapes] = (await this.pipe.run({ file: files })) as Shapes
    const numbers = shapes!.dataSync()
    const sizes = files.map((_, i) => (shapes!.valid[i] ? Number(numbers[3 * i]) * Number(numbers[3 * i + 1]) : 0))
    shapes!.release()
    return sizes
  }

  private make(): Pipeline<unknown> {
    const options = { batchSize: this.batchSize, numThreads: 1, onError: 'placeholder' } as const
    const define = pipelineDef(options, () => {
      const file = fn.externalSource({ name: 'file', dtype: 'uint8', ndim: 1, noCopy: true })
      return fn.peekImageShape(file)
    })
    return define() as unknown as Pipeline<unknown>
  }

  async close(): Promise<void> {
    await this.pipe?.close()
  }
}

type Shapes = readonly { dataSync(): BigInt64Array; valid: ArrayLike<number>; release(): void }[]
