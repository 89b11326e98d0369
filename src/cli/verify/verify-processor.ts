// `penstock-data verify-processor CONFIG`: runs the user's own transformers beside, and says how far the outputs are apart.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { escaped, escapedJson } from '../../errors/escaped.js'
import { invalidArgument } from '../../errors/factories.js'
import { packageFile } from '../../location.js'
import { bold } from '../../statistics/table.js'
import { Exit } from '../failure.js'
import { Reference, Refused } from './reference.js'
import { Pair, type Verdict, verify } from './verify.js'

export interface Options {
  python: string
  images?: string[]
  backend?: 'torchvision' | 'pil'
  together: number
  tolerance: number
  json?: boolean
}

const formats = new Set('avif bmp gif heic jp2 jpeg jpg pbm pgm png pnm ppm tif tiff webp'.split(' '))

/** The images below a folder, or a file. */
function imagesOf(path: string): string[] {
  let stat: ReturnType<typeof statSync>
  try {
    stat = statSync(path)
  } catch {
    throw invalidArgument(`Expected a file or folder for --images but received '${path}'`)
  }
  if (stat.isFile()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && formats.has(extname(entry.name).slice(1).toLowerCase()))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/** The config at a path: the file, or that of a model's folder. */
function configAt(path: string): object {
  const files = statSync(path, { throwIfNoEntry: false })?.isDirectory()
    ? ['preprocessor_config.json', 'processor_config.json'].map((name) => join(path, name))
    : [path]
  for (const file of files) {
    let text: string
    try {
      text = readFileSync(file, 'utf8')
    } catch {
      continue
    }
    try {
      return JSON.parse(text)
    } catch {
      throw invalidArgument(`Expected JSON in ${file}`)
    }
  }
  throw invalidArgument(`Expected a preprocessor_config.json, or a folder with one, but received '${path}'`)
}

function text(verdict: Verdict, name: string, reference: Reference, passed: boolean): string {
  const { compared, refused, most, findings } = verdict
  const versions = Object.entries(reference.versions).map(([key, value]) => `${key} ${value}`)
  const size = !most
    ? 'nothing was compared'
    : most.most === 0
      ? 'equal in every bit'
      : `${most.most} ${most.unit} at most (${most.absolute.toPrecision(2)})`
  const lines = [
    bold(name),
    `beside          ${versions.join(', ')}`,
    `runs            ${compared}${refused ? `, and ${refused} that both sides refuse` : ''}`,
    `difference      ${size}`,
  ]
  const first = findings[0]
  if (first) {
    lines.push(
      `first           ${first.images.join(', ')}`,
      `step            ${first.step}`,
      `output          ${first.output}: ${first.text}`,
    )
    if (findings.length > 1) lines.push(`more            ${findings.length - 1} other runs differ`)
  }
  return `${lines.map(escaped).join('\n')}\n${passed ? 'The numbers are the same.' : bold('The numbers differ.')}\n`
}

export async function verifyProcessor(path: string, options: Options): Promise<void> {
  const config = configAt(path)
  const images = (options.images ?? [packageFile('data/photos')]).flatMap(imagesOf)
  if (!images.length) throw invalidArgument('Expected images in the folder of --images but found none')
  const reference = await Reference.start(options.python)
  try {
    const pair = await Pair.open(reference, config, options.backend).catch((error) => {
      if (!(error instanceof Refused)) throw error
      throw invalidArgument(`Expected a config that transformers takes, but it says: ${error.message}`)
    })
    const verdict = await verify(pair, images, options.together).finally(() => pair.close())
    const within = (f: Verdict['findings'][number]) =>
      f.difference?.unit === 'ulp' && f.difference.absolute <= options.tolerance
    const passed = verdict.compared > 0 && verdict.findings.every(within)
    const report = { processor: pair.processor.name, versions: reference.versions, passed, ...verdict }
    process.stdout.write(
      options.json ? `${escapedJson(report)}\n` : text(verdict, pair.processor.name, reference, passed),
    )
    if (!passed) throw new Exit(1)
  } finally {
    reference.close()
  }
}
