// `penstock-data new FOLDER`: makes a project with a pipeline for a folder of images, from the files in templates/.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { escaped } from '../../errors/escaped.js'
import { invalidArgument } from '../../errors/factories.js'
import { bold, faint } from '../../statistics/table.js'
import { dataOf } from '../data.js'
import { Exit } from '../failure.js'
import { inPackage } from '../package.js'
import { isPicture, recognise } from '../recognise.js'
import { dependencies } from './origin.js'
import { checkEmpty, writeProject } from './project.js'
import { type Template, templates } from './templates.js'

export interface NewOptions {
  template?: Template
  /** The folder of images that the project reads. */
  data?: string
}

/** The folder that templates read, as it stands in their code. */
const bundled = /(['"])node_modules\/penstock-data\/data\/photos\1/

export async function newProject(folder: string, { template: given, data }: NewOptions): Promise<void> {
  checkEmpty(folder)
  const images = data === undefined ? undefined : await imagesOf(data)
  const template = given ?? (process.stdin.isTTY && process.stdout.isTTY ? await ask() : 'js')
  const files = filesOf(template, nameOf(folder), images)
  writeProject(folder, files)
  process.stdout.write(nextSteps(folder, template, files.size))
}

/** The address of the folder of images, from anywhere. */
async function imagesOf(given: string): Promise<string> {
  const { value, source } = await dataOf([given])
  if (typeof value !== 'string') {
    throw invalidArgument(
      `Expected a folder of images for --data but received '${given}'`,
      'The project reads one folder; its pipeline can be changed to read other data',
    )
  }
  const { format } = await recognise(value)
  if (!isPicture(format)) {
    throw invalidArgument(
      `Expected a folder of images for --data but '${given}' has ${format.what}`,
      `Leave --data out, and write fn.${format.reader}() into the project's pipeline: npx penstock-data ops ${format.reader}`,
    )
  }
  return source
}

/** The files of the project: their texts by their names. */
function filesOf(template: Template, name: string, images: string | undefined): Map<string, string> {
  const folder = inPackage(`templates/${template}`)
  const files = new Map<string, string>()
  for (const file of readdirSync(folder).sort()) {
    const text = readFileSync(join(folder, file), 'utf8')
    // npm leaves files named .gitignore out of a package.
    if (file === '_gitignore') files.set('.gitignore', text)
    else if (file === 'package.json') files.set(file, described(text, name))
    else files.set(file, images === undefined ? text : text.replace(bundled, () => JSON.stringify(images)))
  }
  return files
}

function described(text: string, name: string): string {
  const template = JSON.parse(text) as { dependencies: object }
  const made = { ...template, name, dependencies: { ...template.dependencies, ...dependencies() } }
  return `${JSON.stringify(made, null, 2)}\n`
}

/** A name that npm takes, which is not that of a package that the project needs. */
function nameOf(folder: string): string {
  const name = basename(resolve(folder))
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return !name || name.startsWith('penstock') || name === 'node-modules' ? `${name}-project`.replace(/^-/, '') : name
}

/** Asks on the terminal until the answer is a template; nothing is made where the user leaves. */
async function ask(): Promise<Template> {
  const lines = Object.entries(templates).map(([name, text]) => `  ${bold(name.padEnd(6))} ${faint(text)}\n`)
  process.stdout.write(`Which template?\n${lines.join('')}`)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const left = new AbortController()
  terminal.on('SIGINT', () => left.abort()).on('close', () => left.abort())
  try {
    for (;;) {
      const answer = (await terminal.question('js, ts or torch (js): ', { signal: left.signal })).trim().toLowerCase()
      if (answer === '') return 'js'
      if (Object.hasOwn(templates, answer)) return answer as Template
    }
  } catch (error) {
    if (!left.signal.aborted) throw error
    process.stdout.write('\n')
    throw new Exit(130)
  } finally {
    terminal.close()
  }
}

function nextSteps(folder: string, template: Template, count: number): string {
  const place = relative(process.cwd(), resolve(folder))
  const quoted = /^[\w./-]+$/.test(place) ? place : `'${place.replaceAll("'", "'\\''")}'`
  const commands = [
    ...(place ? [`cd ${quoted}`] : []),
    'npm install',
    ...(template === 'torch' ? ['npm run setup'] : []),
    'npm start',
  ]
  return `${escaped(folder)}: ${count} files of a project in ${templates[template]}. It runs with\n\n${commands.map((line) => `  ${escaped(line)}\n`).join('')}`
}
