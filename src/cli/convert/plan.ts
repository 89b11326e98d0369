// What `penstock-data convert` is to write: a file for each image of SRC, under the same path in OUT. It also knows
// whether OUT may be written to.
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path'
import { escaped } from '../../errors/escaped.js'
import { errorOf, fileNotFound, invalidArgument } from '../../errors/factories.js'
import { dataFormats } from '../../readers/data-format.js'
import { makeFolders } from '../../readers/make-folders.js'
import { isFolder, isRemote } from '../data.js'
import { listed } from '../folders.js'
import { writeFile } from '../out/file.js'
import { isPicture } from '../recognise.js'
import type { Settings } from './types.js'

export interface Planned {
  /** Both are relative to their folders. */
  from: string
  to: string
}

/** A hidden file of OUT: with what settings its images were made. */
const noteName = '.penstock-convert.json'

/** The images of SRC and their names in OUT, in the order of their paths, and how many other files there are. */
export async function planned(src: string, settings: Settings): Promise<{ images: Planned[]; others: number }> {
  if (isRemote(src)) {
    throw invalidArgument(`Expected a folder on a disk for SRC but received '${src}'`, 'Download the data set first')
  }
  if (!isFolder(src)) {
    if (!existsSync(src)) {
      throw fileNotFound(
        `Expected a folder of images for SRC but '${src}' does not exist`,
        `Check the path; relative ones start at the working folder, ${process.cwd()}`,
      )
    }
    throw invalidArgument(`Expected a folder of images for SRC but '${src}' is a file`, 'Give the folder that it is in')
  }
  const pictures: string[] = []
  let others = 0
  for await (const file of walk(src)) {
    if (hasPicture(file)) pictures.push(relative(src, file))
    else others++
  }
  if (!pictures.length) {
    throw errorOf(
      'EMPTY_DATASET',
      `Expected images in '${src}' for SRC but there are none`,
      'Images are known by their endings',
    )
  }
  return { images: named(pictures, settings.format), others }
}

async function* walk(folder: string, within: readonly string[] = []): AsyncGenerator<string> {
  // A link to a folder above would lead in circles.
  const real = realpathSync(folder)
  if (within.includes(real)) return
  const { files, folders } = await listed(folder)
  yield* files
  for (const inner of folders) yield* walk(inner, [...within, real])
}

const hasPicture = (path: string) => {
  const ending = extname(path).slice(1).toLowerCase()
  // Sounds are read by the same reader.
  return dataFormats().some((format) => isPicture(format) && format.endings.includes(ending)) && !sounds.has(ending)
}
const sounds = new Set(['flac', 'ogg', 'wav'])

const endings = { jpeg: 'jpg', png: 'png', webp: 'webp' } as const

/** Images of one folder whose names differ in their endings alone keep them: a.png.jpg and a.gif.jpg. */
function named(pictures: readonly string[], format: Settings['format']): Planned[] {
  const bare = (path: string) => path.slice(0, path.length - extname(path).length)
  const times = new Map<string, number>()
  for (const path of pictures) times.set(bare(path), (times.get(bare(path)) ?? 0) + 1)
  return pictures.map((from) => ({
    from,
    to: `${times.get(bare(from))! > 1 ? from : bare(from)}.${endings[format]}`,
  }))
}

/**
 * Makes OUT, or finds out that it may go on where it stopped: the settings of the images that are in it are noted there. Returns
 * whether it was there.
 */
export function openOut(src: string, out: string, settings: Settings): boolean {
  checkApart(src, out)
  const note = `${JSON.stringify(settings, undefined, 2)}\n`
  const path = join(out, noteName)
  if (existsSync(out) && !statSync(out).isDirectory()) {
    throw invalidArgument(`Expected a folder for OUT but '${out}' is a file`, 'Name a folder, which is made')
  }
  const there = existsSync(out) ? readdirSync(out) : []
  if (there.length) {
    if (!existsSync(path)) {
      throw invalidArgument(
        `Expected an empty or a new folder for OUT but '${out}' has ${there.length === 1 ? 'a file' : `${there.length} files`} of another origin`,
        'Name another folder, which is made; nothing was changed',
      )
    }
    const before = readFileSync(path, 'utf8')
    if (before === note) return true
    throw invalidArgument(
      `Expected the options with which '${out}' was begun but they are others: ${differences(before, settings)}`,
      'Give the same options to go on with it, or name another folder; nothing was changed',
    )
  }
  try {
    makeFolders(out)
  } catch (cause) {
    throw invalidArgument(`Expected a folder for OUT but '${out}' cannot be made: ${(cause as Error).message}`, {
      cause,
    })
  }
  writeFile(path, [Buffer.from(note)], 'OUT')
  return false
}

function differences(before: string, settings: Settings): string {
  try {
    const was = JSON.parse(before) as Record<string, unknown>
    const names = [...new Set([...Object.keys(was), ...Object.keys(settings)])] as (keyof Settings)[]
    const shown = (value: unknown) => escaped(String(value ?? 'none'))
    const different = names.filter((name) => was[name] !== settings[name])
    return different.map((name) => `${name} was ${shown(was[name])} and is ${shown(settings[name])}`).join(', ')
  } catch {
    return `its ${noteName} cannot be read`
  }
}

/** Refuses folders one of which is in the other. */
function checkApart(src: string, out: string): void {
  const real = (path: string): string => {
    const full = resolve(path)
    if (existsSync(full)) return realpathSync(full)
    return join(real(dirname(full)), basename(full))
  }
  const [from, to] = [real(src), real(out)]
  const inside = (inner: string, outer: string) =>
    inner === outer || inner.startsWith(outer === sep ? sep : outer + sep)
  if (!inside(to, from) && !inside(from, to)) return
  throw invalidArgument(
    `Expected a folder apart from SRC for OUT but received '${out}'`,
    'The images of SRC are never replaced: name a folder beside it',
  )
}
