// Writes each picture of a batch as a file of its own: .jpg, .png or .webp by the name for --out. Elements become shades by the
// rules of contact sheets; sizes stay.
import * as nd from '../../dynamic.js'
import type { TensorList } from '../../index.js'
import { Canvas } from '../../preview/canvas.js'
import { draw, fullSize, type Normalisation, rawImage, sampled, shadingOf } from '../../preview/image.js'
import { rolesOf } from '../../preview/roles.js'
import { factsOfPipe, noPictures } from '../contact-sheet.js'
import type { UserPipeline } from '../module.js'
import type { OutSink, OutSummary } from '../types.js'
import { fileName, type ImageFormat, type OutTarget } from './target.js'
import { WrittenFiles } from './written.js'

interface Pictures {
  name: string
  list: TensorList
  normalisation: Normalisation | undefined
}

/** High, as the files are looked at. */
const quality = 95

export class ImageFiles implements OutSink {
  private readonly written: WrittenFiles

  constructor(
    private readonly target: OutTarget & { format: ImageFormat },
    private readonly pipe: UserPipeline,
  ) {
    this.written = new WrittenFiles(target)
  }

  /** A placeholder for a bad sample is no picture. */
  async batch(outputs: ReadonlyMap<string, TensorList>): Promise<void> {
    const number = this.written.nextBatch()
    if (number === undefined) return
    for (const { name, list, normalisation } of await this.pictures(outputs)) {
      const { valid } = list
      const images = Array.from({ length: list.length }, (_, i) => {
        const raw = valid[i] === 1 ? rawImage(list.at(i)) : undefined
        return raw && sampled(raw, fullSize(raw))
      })
      const shading = shadingOf(
        images.flatMap((image) => image ?? []),
        normalisation,
      )
      for (const [sample, image] of images.entries()) {
        if (!image) continue
        const canvas = new Canvas(image.width, image.height)
        draw(image, shading, canvas, 0, 0)
        const shape = [image.height, image.width, 3]
        const file = nd.encoders.image(nd.tensor({ data: canvas.data, shape, layout: 'HWC' }), {
          format: this.target.format,
          quality,
        })
        const path = fileName(this.target, { batch: number, output: name, sample })
        this.written.write(path, [(await file.data()) as Uint8Array])
      }
    }
  }

  finish(): OutSummary {
    return this.written.summary()
  }

  /** The output of pictures, or with {output} in the name all that look like pictures; in host memory. */
  private async pictures(outputs: ReadonlyMap<string, TensorList>): Promise<Pictures[]> {
    const facts = factsOfPipe(this.pipe)
    const all = await Promise.all(
      [...outputs].map(async ([name, list], i) => ({
        ...{ name, facts: facts[i] ?? {} },
        list: list.device === 'gpu' ? await list.toCpu() : list,
      })),
    )
    const roles = this.target.fields.has('output') ? all.map((one) => rolesOf([one]).images) : [rolesOf(all).images]
    const found = all.filter((one) => roles.some((role) => role?.name === one.name))
    if (!found.length) throw noPictures()
    this.written.checkNames(
      found.map(({ name }) => name),
      'Rename the output',
    )
    return found.map(({ name, list, facts: { normalisation } }) => ({ name, list, normalisation }))
  }
}
