// From the content of a preprocessor_config.json or processor_config.json to the program of its class.
import { invalidArgument, unsupported } from '../errors/factories.js'
import { shown } from '../errors/words.js'
import { families } from '../generated/processors.js'
import { type Backend, type Config, resolved } from './config.js'
import type { Crops, Family } from './family.js'
import type { Labels } from './labels/labels.js'
import type { PostProcesses } from './post/post-process.js'
import type { Program } from './program.js'

/** A program, and which class of the library it follows. */
export interface Processor {
  /** Name of the class in transformers 5. */
  readonly name: string
  readonly backend: Backend
  readonly config: Config
  readonly program: Program
  readonly postProcesses: PostProcesses
  readonly labels: Labels | undefined
  /** What makes outputs of boxes in images, in place of the program. */
  readonly crops: Crops | undefined
  /** What makes labels of maps of classes, which are images of grey. */
  readonly maps: Program | undefined
}

type Class = Family['classes'][number]

const classes = new Map<string, { family: Family; own: Class }>(
  families.flatMap((family) => family.classes.map((own) => [own.name, { family, own }] as const)),
)

/** All classes, with the backends that each has. */
export const processorClasses = (): { name: string; backends: readonly Backend[] }[] =>
  [...classes.values()].map(({ own }) => ({ name: own.name, backends: own.backends ?? ['torchvision', 'pil'] }))

type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A processor_config.json has the image processor's config below a key. */
function imageConfig(config: unknown): Json {
  if (!isObject(config)) {
    throw invalidArgument(`Expected the content of a preprocessor_config.json but received ${shown(config)}`)
  }
  return isObject(config.image_processor) ? config.image_processor : config
}

const backends: readonly unknown[] = ['torchvision', 'pil']

function backendOf(given: unknown, suffix: string | undefined): Backend {
  if (given === undefined) return suffix === 'Pil' ? 'pil' : 'torchvision'
  if (backends.includes(given)) return given as Backend
  throw invalidArgument(`Expected 'torchvision' or 'pil' for backend but received ${shown(given)}`)
}

/**
 * `backend`: which of the two classes of a name. Default: that of tensors, which AutoImageProcessor of transformers 5 takes too,
 * unless the name ends in Pil.
 *
 * Errors: INVALID_ARGUMENT, for a field or backend with a wrong value; UNSUPPORTED, for an unknown class or field.
 */
export function processorOf(config: unknown, backend?: unknown): Processor {
  const given = imageConfig(config)
  const type = given.image_processor_type ?? given.feature_extractor_type
  const [, base = '', suffix] =
    /^(.+?)(?:ImageProcessor|FeatureExtractor)(Fast|Pil)?$/.exec(typeof type === 'string' ? type : '') ?? []
  const found = classes.get(base)
  if (!found) {
    throw unsupported(
      `Expected the name of a known class for image_processor_type of the image processor's config but received ${shown(type)}`,
      `These are known: ${[...classes.keys()].sort().join(', ')}, each with ImageProcessor behind`,
    )
  }
  const { own, family } = found
  const kind = backendOf(backend, suffix)
  if (own.backends && !own.backends.includes(kind)) {
    throw unsupported(
      `Expected backend: 'torchvision' for ${base}ImageProcessor, which has no other, but received '${kind}'`,
    )
  }
  const full = resolved(own, given, kind)
  const maps = family.maps?.(full)
  return {
    name: `${base}ImageProcessor${kind === 'pil' ? 'Pil' : ''}`,
    backend: kind,
    config: full,
    program: family.program(full),
    postProcesses: family.postProcess?.(base) ?? {},
    labels: family.labels,
    crops: family.crops?.(full),
    maps: maps && family.program({ ...maps, do_rescale: false, do_normalize: false }),
  }
}
