// Packs this checkout with npm, and installs the package into an empty project.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tempFolder } from './files.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The package's name and version. */
export const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  name: string
  version: string
}

/** Milliseconds that packing and installing may take on a busy machine. */
export const installTimeout = 300_000

/**
 * Returns the project's folder. The package contains the existing build; npm's scripts, which would build, are not run.
 */
export function installPackage(): string {
  const project = tempFolder()
  const npm = (cwd: string, ...args: string[]) =>
    execFileSync('npm', [...args, '--ignore-scripts', '--loglevel=error'], { cwd, encoding: 'utf8', stdio: 'pipe' })
  const [packed] = JSON.parse(npm(root, 'pack', '--json', '--pack-destination', project)) as { filename: string }[]
  writeFileSync(join(project, 'package.json'), '{ "private": true }')
  npm(project, 'install', '--prefer-offline', '--no-audit', '--no-fund', `./${packed!.filename}`)
  return project
}

/** The first code of a language in a document of the installed package. */
export const codeOf = (project: string, document: string, language: string): string =>
  codeIn(join(project, 'node_modules', name, document), language)

/** The first code of a language in a document. */
export function codeIn(document: string, language: string): string {
  const text = readFileSync(document, 'utf8')
  return new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(text)![1]!
}
