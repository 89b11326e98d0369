// A folder in which programs of documents are compiled and run, as a project that has installed the package: its node_modules
// has penstock-data, `data` and `photos` are the folders of photos that the package brings, and the data sets of sets.ts are there.
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { transformSync } from 'esbuild'
import { tempFolder } from '../util/files.js'
import type { Program, Programs } from './programs.js'
import { writeSets } from './sets.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const runner = fileURLToPath(new URL('run-programs.mjs', import.meta.url))

/** Errors about types that JavaScript cannot say: those of parameters, of variables, and of what is caught. */
const notInJavaScript = /^TS(?:7005|7006|7019|7031|7034|18046): |^TS(?:2322|2345): (?:Type|Argument of type) 'unknown' /

const options = {
  ...{
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
  },
  ...{ target: 'ES2022', module: 'NodeNext', lib: ['ES2024', 'ESNext.Disposable'], moduleDetection: 'force' },
}

export function makeWorkshop(): string {
  const folder = tempFolder()
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules/penstock-data'))
  // What docs/guides/thumbnails.md installs.
  symlinkSync(join(root, 'node_modules/pngjs'), join(folder, 'node_modules/pngjs'))
  symlinkSync(join(root, 'node_modules/@types'), join(folder, 'node_modules/@types'))
  symlinkSync(join(root, 'data'), join(folder, 'data'))
  symlinkSync(join(root, 'data/photos'), join(folder, 'photos'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeSets(folder)
  return folder
}

const errorLine = /^(\d+)\.mts\((\d+),\d+\): error (TS.*)$/

/** Compiles all programs at once. Errors are `document:line: message`. */
export async function compile(folder: string, programs: readonly Program[]): Promise<string[]> {
  programs.forEach(({ lines }, i) => {
    writeFileSync(join(folder, `${i}.mts`), lines.join('\n'))
  })
  const files = programs.map((_, i) => `${i}.mts`)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files }))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const output = await promisify(execFile)(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
    cwd: folder,
  }).then(
    ({ stdout }) => stdout,
    (error: { stdout?: string }) => error.stdout || String(error),
  )
  const errors: string[] = []
  // Lines that are indented explain the one before them.
  for (const text of output.split(/\n(?! )/).filter(Boolean)) {
    const [head, ...more] = text.split('\n') as [string, ...string[]]
    const [, number, line, message] = errorLine.exec(head) ?? []
    const program = programs[Number(number)]
    if (!program) errors.push(text)
    else if (!program.javascript.has(Number(line)) || !notInJavaScript.test(message!))
      errors.push([`${program.document}:${line}: ${message}`, ...more].join('\n'))
  }
  return errors
}

/** The oldest Node.js that runs the package, as esbuild calls it. */
const oldest = `node${/[\d.]+/.exec(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines.node)![0]}`

/** The blocks of JavaScript that the oldest Node.js would refuse, because esbuild has to rewrite what they say for it. */
export function tooNew(scripts: Programs['scripts']): string[] {
  const printed = (code: string, target: string) => transformSync(code, { loader: 'js', format: 'esm', target }).code
  return scripts.flatMap(({ document, from, code }) => {
    try {
      return printed(code, oldest) === printed(code, 'esnext') ? [] : [`${document}:${from}: ${oldest} cannot parse it`]
    } catch (error) {
      return [`${document}:${from}: ${error}`]
    }
  })
}

interface Result {
  printed: { at: string; text: string }[]
  error: string | null
}

/** Runs all programs in one process. Errors are `document:line: message`; so is a line that prints other than its comment says. */
export function run(folder: string, programs: readonly Program[]): string[] {
  const files = programs.map((program, i) => {
    // Programs of a document find each other's files.
    const own = join(folder, 'programs', program.document.replaceAll('/', '_'))
    mkdirSync(own, { recursive: true })
    const { code } = transformSync(program.lines.join('\n'), {
      ...{ loader: 'ts', format: 'esm', target: 'node20', sourcemap: 'inline', sourcefile: `${i}.md` },
    })
    const file = join(own, program.name?.replace(/ts$/, 'js') ?? `${i}.mjs`)
    writeFileSync(file, code)
    return file
  })
  const report = join(folder, 'report.json')
  writeFileSync(report, '[]')
  let crash = ''
  try {
    execFileSync(process.execPath, ['--enable-source-maps', runner, report, ...files], {
      ...{ cwd: folder, encoding: 'utf8', stdio: 'pipe', timeout: 100_000 },
    })
  } catch (error) {
    crash = String((error as { stderr?: string }).stderr || error)
  }
  const results = JSON.parse(readFileSync(report, 'utf8')) as Result[]
  return programs.flatMap((program, i) => {
    const result = results[i]
    if (!result) return [`${program.document}:${program.from}: was not run`]
    const place = (stack: string) => {
      const line = new RegExp(`/programs/[^/]+/${i}\\.md:(\\d+)`).exec(stack)?.[1]
      return { line: Number(line ?? program.from), at: `${program.document}:${line ?? program.from}` }
    }
    const error = result.error && `${result.error}${i === results.length - 1 ? crash : ''}`
    const said = result.printed.flatMap(({ at, text }) => {
      const where = place(at)
      const [, words] = /console\.log\(.*\) \/\/ (.*)$/.exec(program.lines[where.line - 1]!) ?? []
      return words === undefined || words === text ? [] : [`${where.at}: printed ${text}`]
    })
    return error ? [...said, `${place(error).at}: ${error}`] : said
  })
}
