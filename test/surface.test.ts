// The public surface: all that `penstock-data` and `penstock-data/dynamic` export, with every type that it leads to, as a user's
// editor shows it. A change of it is a change of a file in surface/, to be seen in review: `npx vitest run test/surface.test.ts -u`.
// What tools/gen.ts makes of op.json is named only: docs/operators is its surface.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from './util/files.js'

const dist = new URL('../dist/', import.meta.url).pathname

interface Declared {
  file: string
  text: string
}

interface Module {
  /** Declarations by name: overloads are several. */
  own: Map<string, string[]>
  /** What it imports or hands on: the local name, where it is from, and its name there. */
  imports: Map<string, { file: string; name: string }>
  exports: Map<string, string>
  stars: string[]
}

const modules = new Map<string, Module>()

/** Statements at the top level of a declaration file, without comments. */
function statements(text: string): string[] {
  const bare = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
  const out: string[] = []
  let depth = 0
  let from = 0
  for (let i = 0; i < bare.length; i++) {
    const c = bare[i]!
    if ('{(['.includes(c)) depth++
    else if ('})]'.includes(c)) depth--
    // A block ends a statement unless something follows on its line.
    if (depth === 0 && (c === ';' || (c === '}' && /^\s*(\n|$)/.test(bare.slice(i + 1))))) {
      out.push(bare.slice(from, i + 1).trim())
      from = i + 1
    }
  }
  return out.filter(Boolean)
}

function load(file: string): Module {
  const known = modules.get(file)
  if (known) return known
  const module: Module = { own: new Map(), imports: new Map(), exports: new Map(), stars: [] }
  modules.set(file, module)
  const target = (spec: string) => join(dirname(file), spec).replace(/\.js$/, '.d.ts')
  for (const text of statements(readFileSync(join(dist, file), 'utf8'))) {
    const listed = /^(import|export)(?: type)?\s*\{([^}]*)\}(?:\s*from\s*['"]([^'"]+)['"])?;$/.exec(text)
    const star = /^export (?:type )?\*(?: as (\w+))? from ['"]([^'"]+)['"];$/.exec(text)
    const declared =
      /^(?:export )?(?:declare )?(?:abstract )?(?:class|interface|type|function|const|let)\s+([\w$]+)/.exec(text)
    if (star) {
      if (star[1]) module.exports.set(star[1], star[1])
      if (star[1]) module.imports.set(star[1], { file: target(star[2]!), name: '*' })
      else module.stars.push(target(star[2]!))
    } else if (listed) {
      const [, kind, names, spec] = listed
      for (const entry of names!.split(',').map((name) => name.replace(/\btype\b/, '').trim())) {
        if (!entry) continue
        const [name, as] = entry.split(/\s+as\s+/) as [string, string?]
        const local = kind === 'import' ? (as ?? name) : name
        if (spec?.startsWith('.')) module.imports.set(local, { file: target(spec), name })
        if (kind === 'export') module.exports.set(as ?? name, name)
      }
    } else if (declared) {
      const name = declared[1]!
      module.own.set(name, [...(module.own.get(name) ?? []), text])
      if (text.startsWith('export')) module.exports.set(name, name)
    }
  }
  return module
}

/** Where a name of a module is declared. */
function find(file: string, name: string): { file: string; name: string } | undefined {
  if (name === '*') return { file, name }
  const module = load(file)
  if (module.own.has(name)) return { file, name }
  const from = module.imports.get(name)
  if (from) return find(from.file, load(from.file).exports.get(from.name) ?? from.name)
  for (const star of module.stars) {
    const found = load(star).exports.has(name) ? find(star, load(star).exports.get(name)!) : undefined
    if (found) return found
  }
  return undefined
}

/** Names that a module exports, those that it hands on included. */
function exported(file: string): string[] {
  const { exports, stars } = load(file)
  return [...new Set([...exports.keys(), ...stars.flatMap(exported)])]
}

const isGenerated = (file: string) => /^generated\/(?!abi)/.test(file)

function surface(entry: string): string {
  const names = exported(entry).sort()
  const seen = new Map<string, Declared>()
  const queue: { file: string; name: string }[] = []
  const lines: string[] = []
  for (const name of names) {
    const found = find(entry, load(entry).exports.get(name) ?? name)
    lines.push(`export ${name}${found && isGenerated(found.file) ? ' (generated)' : ''}`)
    if (found) queue.push(found)
  }
  while (queue.length) {
    const { file, name } = queue.pop()!
    const key = `${file} ${name}`
    if (seen.has(key) || isGenerated(file)) continue
    const texts = name === '*' ? [] : (load(file).own.get(name) ?? [])
    // Members that a user cannot reach.
    const text = texts.map((one) => one.replace(/^\s*(?:static )?private .*;\n/gm, '')).join('\n')
    seen.set(key, { file, text })
    for (const word of new Set(text.match(/\b[A-Za-z_$][\w$]*\b/g) ?? [])) {
      const found = word === name ? undefined : find(file, word)
      if (found) queue.push(found)
    }
  }
  const declared = [...seen.values()]
    .map(({ text }) =>
      text
        .replace(/^export /, '')
        .replace(/import\("[^"]*"\)\./g, '')
        .replace(/\n\s*\n/g, '\n'),
    )
    .filter(Boolean)
  return `${[...lines, '', ...declared.sort()].join('\n')}\n`
}

test.each([
  ['penstock-data', 'index'],
  ['penstock-data/dynamic', 'dynamic'],
  ['penstock-data/onnx', 'onnx'],
  ['penstock-data/tfjs', 'tfjs'],
  ['penstock-data/transformers', 'transformers'],
])('the surface of %s is the one that was reviewed', async (_, name) => {
  const text = surface(`${name}.d.ts`)
  // The parser is simple: it must have found what is there.
  const known: Record<string, string> = {
    ...{ index: 'class Pipeline<', dynamic: 'class EvalContext' },
    ...{ onnx: 'function toOrt', tfjs: 'function toTfjs', transformers: 'interface ImageProcessor ' },
  }
  expect(text).toContain(known[name])
  await expect(text).toMatchFileSnapshot(`surface/${name}.txt`)
})

// Those of ONNX Runtime need those of a browser. The other frameworks are not installed: their types are described in
// src/frameworks/peer-types.d.ts, and test/peers compiles with the real ones.
const described = '../src/frameworks/peer-types.d.ts'
test.each([
  [['index', 'dynamic'], []],
  [['onnx'], ['DOM']],
  [['tfjs', 'transformers', described], []],
])('the declarations of %j compile in a project that checks its libraries', (names, libraries) => {
  const root = join(dist, '..')
  const project = join(tempFolder(), 'tsconfig.json')
  const compilerOptions = {
    ...{ target: 'ES2022', module: 'NodeNext', strict: true, noEmit: true },
    ...{ lib: ['ES2024', 'ESNext.Disposable', ...libraries] },
    ...{ skipLibCheck: false, types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
  }
  const files = names.map((name) => join(dist, name.endsWith('.ts') ? name : `${name}.d.ts`))
  writeFileSync(project, JSON.stringify({ compilerOptions, files }))
  const tsc = join(root, 'node_modules/.bin/tsc')
  expect(execFileSync(tsc, ['-p', project], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })).toBe('')
})
