// What a page shows of programs that lie as files: a block of code that begins with the name of a program is that program, and a
// block without a language that follows a ```sh block is what its commands print. `<!-- varies -->` in front of it says that
// numbers and words may be others each time.
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** The folder of the programs. */
export const programs = join(root, 'examples/tutorial')
const pages = join(root, 'docs/start/tutorial')

/** A block of code; `from` and `end` are the lines after its opening and of its closing fence, counted from 0. */
interface Block {
  language: string
  varies: boolean
  from: number
  end: number
  text: string
}

function blocksOf(lines: readonly string[]): Block[] {
  const found: Block[] = []
  for (let at = 0; at < lines.length; at++) {
    const [, language] = /^```(\w*)/.exec(lines[at]!) ?? []
    if (language === undefined) continue
    const end = lines.indexOf('```', at + 1)
    found.push({
      language,
      varies: lines[at - 1] === '<!-- varies -->',
      from: at + 1,
      end,
      text: lines.slice(at + 1, end).join('\n'),
    })
    at = end
  }
  return found
}

/** A page of the tutorial, with what stands in it and what should. */
export interface Page {
  path: string
  text: string
  /** Names of the programs that it shows, and the text of each there. */
  shown: { name: string; text: string; from: number; end: number }[]
  /** Commands, and what the page says that they print. */
  runs: { commands: string; output: string; varies: boolean; from: number; end: number }[]
}

export function pageAt(path: string): Page {
  const text = readFileSync(path, 'utf8')
  const blocks = blocksOf(text.split('\n'))
  const shown = blocks.flatMap(({ text, from, end }) => {
    const [, name] = /^(?:\/\/|#) ([\w-]+\.(?:mjs|py))\b/.exec(text) ?? []
    return name && existsSync(join(programs, name)) ? [{ name, text, from, end }] : []
  })
  const runs = blocks.flatMap((block, i) => {
    const before = blocks[i - 1]
    if (block.language || before?.language !== 'sh') return []
    const { text: output, varies, from, end } = block
    return [{ commands: before.text, output, varies, from, end }]
  })
  return { path, text, shown, runs }
}

export const tutorial = (): Page[] =>
  readdirSync(pages)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => pageAt(join(pages, name)))

export const programText = (name: string): string => readFileSync(join(programs, name), 'utf8').trimEnd()

/** Makes what the first page makes: a project in which the package is installed, with the photos and the programs. */
export function makeProject(folder: string): string {
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  symlinkSync(root, join(folder, 'node_modules/penstock-data'))
  cpSync(join(root, 'data/photos'), join(folder, 'photos'), { recursive: true })
  cpSync(programs, folder, { recursive: true })
  return folder
}

/** What the commands print. A program may kill itself; any other failure is one. */
export function printed(folder: string, commands: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  // Pages show what comes where there is no GPU.
  const options = { cwd: folder, timeout: 100_000, env: { ...process.env, PENSTOCK_CUDA_PLUGIN: '/nowhere', ...env } }
  return new Promise((resolve, reject) => {
    execFile('sh', ['-c', commands], options, (error, stdout, stderr) => {
      if (error && error.code !== 137) reject(new Error(`${commands}\n${stdout}${stderr}`))
      else resolve(stdout.replaceAll(folder, '.').trimEnd())
    })
  })
}

/** What is the same each time in output that varies: the first word of each line. */
export const steady = (output: string): string[] => output.split('\n').map((line) => line.trim().split(' ')[0]!)
