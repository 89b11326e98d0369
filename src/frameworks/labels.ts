// Labels beside images: annotations of COCO and maps of classes, turned as the images are. They are made on the calling thread.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tensor } from '@huggingface/transformers'
import { invalidArgument, unsupported } from '../errors/factories.js'
import { shown } from '../errors/words.js'
import type { NumberArray } from '../processors/arrays.js'
import { isObject, type LabelRequest, listOf } from '../processors/labels/labels.js'
import { classMapFile, classMaps } from '../processors/labels/maps.js'
import type { Processor } from '../processors/processor.js'
import type { Program, Size } from '../processors/program.js'
import type { Boxes, ModelOutput } from './post-process.js'

/** An image's annotations, as the annotation file of COCO has them. */
export interface CocoAnnotations {
  image_id: number
  /** Of the format coco_detection: its objects. */
  annotations?: readonly {
    category_id: number
    /** Left, top, width and height in pixels. */
    bbox: readonly number[]
    area: number
    iscrowd?: number
    /** Polygons, or run lengths. */
    segmentation?: unknown
    keypoints?: readonly number[]
  }[]
  /** Of the format coco_panoptic: the file of the masks, and its segments. */
  file_name?: string
  segments_info?: readonly { id: number; category_id: number; iscrowd: number; area: number }[]
}

/** What goes with the images of a call, for training. Which of it a class takes: docs/guides/processors.md. */
export interface LabelOptions {
  /** One entry for each image; the config's `format` says of which format. */
  annotations?: CocoAnnotations | readonly CocoAnnotations[]
  /** Whether labels have masks. Default: only those of coco_panoptic. */
  returnSegmentationMasks?: boolean
  /** The folder of the files of coco_panoptic. */
  masksPath?: string
  /** [height, width] of whole numbers, one for each image. */
  segmentationMaps?: ModelOutput | readonly ModelOutput[]
  /** The class of each value of the maps, for all images or for each. */
  instanceIdToSemanticId?: object | readonly object[]
  /** Of VitPose: [x, y, width, height] in pixels, a list for each image. */
  boxes?: Boxes
}

/** The outputs of an image processor with labels, by name: tensors, or a list with an entry for each image. */
export type LabelledResult = Record<string, Tensor | Tensor[] | Record<string, Tensor>[]>

/** How files become values, which the processor has. */
export interface Decoding {
  /** The sizes of image files. */
  sizes(files: readonly Uint8Array[]): Promise<Size[]>
  pixels(file: Uint8Array): Promise<NumberArray>
  /** The first output of a program. */
  values(program: Program, files: Uint8Array[]): Promise<NumberArray>
}

const names = [
  'annotations',
  'returnSegmentationMasks',
  'masksPath',
  'segmentationMaps',
  'instanceIdToSemanticId',
  'boxes',
] as const

/** The options that are given. Errors: INVALID_ARGUMENT, for others; UNSUPPORTED, for those that the class does not have. */
export function checkedLabels(given: unknown, { name, labels, maps, crops }: Processor): LabelOptions | undefined {
  if (given === undefined) return undefined
  if (!isObject(given)) throw invalidArgument(`Expected an object of options but received ${shown(given)}`)
  for (const key of Object.keys(given)) {
    if ((names as readonly string[]).includes(key)) continue
    throw invalidArgument(`Expected ${names.join(', ')} as options but received ${shown(key)}`)
  }
  const has = {
    annotations: labels?.from === 'annotations',
    segmentationMaps: labels?.from === 'maps' || maps !== undefined,
    boxes: crops !== undefined,
  }
  for (const key of ['annotations', 'segmentationMaps', 'boxes'] as const) {
    if (given[key] !== undefined && !has[key]) throw unsupported(`Expected no ${key} for ${name}, which takes none`)
  }
  return given
}

async function panopticPixels(annotations: unknown, count: number, folder: string | undefined, decoding: Decoding) {
  if (folder === undefined) return undefined
  return Promise.all(
    listOf(annotations, count, 'annotations').map(async (annotation, i) => {
      const file = (annotation as CocoAnnotations | null)?.file_name
      if (typeof file !== 'string')
        throw invalidArgument(`Expected file_name of annotation ${i} but received ${shown(file)}`)
      return decoding.pixels(await readFile(join(folder, file)))
    }),
  )
}

/** The labels by name. */
export async function labelled(
  { labels, maps, config, program }: Processor,
  options: LabelOptions,
  files: readonly Uint8Array[],
  decoding: Decoding,
): Promise<Record<string, unknown>> {
  const { annotations, segmentationMaps, masksPath } = options
  if (maps && segmentationMaps !== undefined) {
    const list = listOf(segmentationMaps, files.length, 'segmentation maps')
    const planes = await decoding.values(
      maps,
      list.map((map, i) => classMapFile(map, config, i)),
    )
    return { labels: classMaps(planes) }
  }
  if (!labels || (annotations === undefined && segmentationMaps === undefined)) return {}
  const panoptic = await panopticPixels(annotations, files.length, masksPath, decoding)
  const request = { ...options, sizes: await decoding.sizes(files), panoptic } as LabelRequest
  return labels.run(request, config, program)
}
