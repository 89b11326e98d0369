// `penstock-data new`: the projects that it makes run, and a project is made whole or not at all. test/package/installed.test.ts makes
// one from the packed package, with npm.
import { execFile, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { tar } from '../readers/tar.js'
import { cli, emptyFolder, onTerminal, packageRoot, photos } from './cli.js'

const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string }
const cwd = emptyFolder()
const read = (...path: string[]) => readFileSync(join(cwd, ...path), 'utf8')
const described = (folder: string) => JSON.parse(read(folder, 'package.json'))

const common = ['.gitignore', 'README.md', 'package.json']
const epochs =
  /^first batch: 1204224 numbers, labels ([0-3] ?){8}; .*\n(epoch [123]: 24 images\n){3}.* limits? the run|^first batch.*\n(epoch .*\n){3}the stages/

/** Links what `npm install` would install. */
function install(project: string): void {
  mkdirSync(join(cwd, project, 'node_modules'))
  for (const name of ['@types', '.bin'])
    symlinkSync(join(packageRoot, 'node_modules', name), join(cwd, project, 'node_modules', name))
  symlinkSync(packageRoot, join(cwd, project, 'node_modules/penstock-data'))
}

async function run(project: string, ...command: string[]): Promise<string> {
  const path = `${join(cwd, project, 'node_modules/.bin')}:${process.env.PATH}`
  const env = { ...process.env, PATH: path }
  const { stdout, stderr } = await promisify(execFile)('sh', ['-c', ...command], { cwd: join(cwd, project), env })
  expect(stderr).toBe('')
  return stdout
}

describe('a project', { timeout: 120_000 }, () => {
  it('in JavaScript runs as it is', async () => {
    const { code, stdout, stderr } = await cli(['new', 'My Photos'], { cwd })
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toBe(
      "My Photos: 5 files of a project in JavaScript. It runs with\n\n  cd 'My Photos'\n  npm install\n  npm start\n",
    )
    expect(readdirSync(join(cwd, 'My Photos')).sort()).toEqual([...common, 'main.js', 'pipeline.js'].sort())
    expect(described('My Photos')).toMatchObject({
      name: 'my-photos',
      dependencies: { 'penstock-data': `file:${packageRoot.replace(/\/$/, '')}` },
    })
    install('My Photos')
    expect(await run('My Photos', described('My Photos').scripts.start)).toMatch(epochs)
    expect(readFileSync(join(cwd, 'My Photos/first-batch.png')).subarray(1, 4).toString()).toBe('PNG')
    const [images] = readdirSync(photos)
    const one = await run('My Photos', `${described('My Photos').scripts.start} --data ${join(photos, images!)}`)
    expect(one).toMatch(/^epoch 3: 6 images$/m)
  })

  it('in TypeScript compiles, and reads the folder that --data names', { tags: 'long' }, async () => {
    const odd = join(cwd, `it's "$&" here`)
    cpSync(join(photos, 'animals'), join(odd, 'animals'), { recursive: true })
    const { code, stderr } = await cli(['new', 'ts', '--template', 'ts', '--data', basename(odd)], { cwd })
    expect([code, stderr]).toEqual([0, ''])
    expect(readdirSync(join(cwd, 'ts')).sort()).toEqual([...common, 'main.ts', 'pipeline.ts', 'tsconfig.json'].sort())
    expect(read('ts', 'main.ts')).toContain(JSON.stringify(odd))
    install('ts')
    const { start, typecheck } = described('ts').scripts
    expect(await run('ts', typecheck)).toBe('')
    expect(await run('ts', start)).toMatch(/^epoch 3: 6 images$/m)
  })

  // python/tests/test_examples.py trains with it where PyTorch is.
  it('with PyTorch has a pipeline that runs, and a program that Python compiles', async () => {
    const { code, stdout } = await cli(['new', 'deep/er/torch', '--template', 'torch'], { cwd })
    expect([code, stdout]).toEqual([0, expect.stringContaining('\n  npm install\n  npm run setup\n  npm start\n')])
    const files = [...common, 'pipeline.js', 'requirements.txt', 'train.py']
    expect(readdirSync(join(cwd, 'deep/er/torch')).sort()).toEqual(files.sort())
    install('deep/er/torch')
    const parsed = spawnSync('python3', ['-m', 'ast', join(cwd, 'deep/er/torch/train.py')], { encoding: 'utf8' })
    expect([parsed.status, parsed.stderr]).toEqual([0, ''])
    const report = await cli(['run', 'pipeline.js', '--data', photos, '--json'], { cwd: join(cwd, 'deep/er/torch') })
    expect(JSON.parse(report.stdout)).toMatchObject({ images: 24 })
    const python = read('deep/er/torch/requirements.txt').split('\n')[0]!
    expect(existsSync(join(cwd, 'deep/er/torch', python, 'pyproject.toml'))).toBe(true)
  })

  it('is short, and each template has the same files of its kind', () => {
    for (const template of readdirSync(join(packageRoot, 'templates'))) {
      const folder = join(packageRoot, 'templates', template)
      const lines = Object.fromEntries(
        readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8').split('\n').length - 1]),
      )
      expect(Object.entries(lines).filter(([, count]) => count > 55)).toEqual([])
      expect(lines).toMatchObject({ _gitignore: expect.any(Number), 'package.json': expect.any(Number) })
      expect(lines['README.md']).toBeLessThanOrEqual(16)
    }
  })
})

describe('the template', () => {
  type Case = [string, [string, string][], string | undefined, number]
  const few: Case[] = [
    [
      'that is right at last',
      [
        ['(js): ', 'rust\r'],
        ['rust', 'torch\r'],
      ],
      'train.py',
      0,
    ],
    ['not of a user who presses Ctrl-C', [['(js): ', '\x03']], undefined, 130],
  ]
  const others: Case[] = [
    ['that is typed', [['(js): ', 'ts\r']], 'tsconfig.json', 0],
    ['js, by return', [['(js): ', '\r']], 'main.js', 0],
    ['not of a user who presses Ctrl-D', [['(js): ', '\x04']], undefined, 130],
  ]
  const check = async (...[, type, file, code]: Case) => {
    const folder = emptyFolder()
    const result = await onTerminal(['new', 'made'], { cwd: folder, type })
    expect(result).toMatchObject({ code, settings: true })
    expect(result.written).toContain('PyTorch trains')
    expect(existsSync(join(folder, 'made'))).toBe(file !== undefined)
    if (file) expect(readdirSync(join(folder, 'made'))).toContain(file)
  }
  it.each(few)('is asked for on a terminal: %s', check)
  it.each(others)('is asked for on a terminal: %s', { tags: 'long' }, check)
})

describe('nothing is made', () => {
  const folder = emptyFolder()
  mkdirSync(join(folder, 'full'))
  for (const name of ['a', 'b', 'c', 'd']) writeFileSync(join(folder, 'full', name), name)
  mkdirSync(join(folder, 'none'))
  writeFileSync(join(folder, 'x.tar'), tar([['a.txt', 'text']]))
  const before = readdirSync(folder, { recursive: true }).sort()

  it.each<[string, string[], RegExp]>([
    [
      'in a folder that has something',
      ['full'],
      /^error INVALID_ARGUMENT: .*FOLDER but 'full' has 'a', 'b', 'c' and 1 more\n {2}hint: /,
    ],
    ['in a file', ['x.tar'], /FOLDER but 'x\.tar' is a file/],
    ['below a file', ['x.tar/new'], /FOLDER but 'x\.tar\/new' cannot: its folder is a file/],
    ['where the system allows none', ['/proc/new/deeper'], /FOLDER but '\/proc\/new\/deeper' cannot: /],
    ['under a name that is too long', [`a/b/${'c'.repeat(300)}`], /cannot: its name is too long/],
    [
      'of a template that is not there',
      ['new', '--template', 'go'],
      /one of js, ts, torch for --template but received 'go'/,
    ],
    ['without data', ['new', '--data', 'nowhere'], /for --data but 'nowhere' does not exist/],
    ['for a folder without images', ['new', '--data', 'none'], /--data/],
    ['for other data', ['new', '--data', 'x.tar'], /Expected a folder of images for --data but received 'x\.tar'/],
    ['without a name', [], /missing required argument 'folder'/],
  ])('%s', async (_, args, words) => {
    const { code, stderr, stdout } = await cli(['new', ...args], { cwd: folder })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr.replace(/\n {2,}(?!hint)/g, ' ')).toMatch(words)
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(before)
  })

  it('where the disk takes one file and not the next', () => {
    // README.md is smaller than a kilobyte, and main.js is not.
    const limited = `ulimit -f 1; exec '${process.execPath}' '${join(packageRoot, 'dist/cli/main.js')}' new a/b`
    const { status, stderr } = spawnSync('bash', ['-c', limited], { cwd: folder, encoding: 'utf8' })
    expect(status).toBe(1)
    expect(stderr).toContain('a limit of the size of files is reached')
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(before)
  })
})

it('a folder that only has git in it takes a project, and so does the working folder', async () => {
  const folder = emptyFolder()
  mkdirSync(join(folder, '.git'))
  const { code, stdout } = await cli(['new', '.'], { cwd: folder })
  expect([code, stdout]).toEqual([0, expect.not.stringContaining('cd ')])
  expect(readdirSync(folder)).toContain('main.js')
})

describe('the project depends on', () => {
  const home = emptyFolder()
  const root = join(home, 'node_modules/penstock-data')
  for (const name of ['dist', 'templates', 'package.json'])
    cpSync(join(packageRoot, name), join(root, name), { recursive: true })
  symlinkSync(join(packageRoot, 'node_modules'), join(root, 'node_modules'))
  writeFileSync(join(home, 'here.tgz'), '')
  const registry = (name: string) => `https://registry.npmjs.org/${name}/-/${name}-${version}.tgz`

  it.each<[string, Record<string, string> | undefined, Record<string, string>]>([
    [
      'the version of a registry',
      {
        'penstock-data': registry('penstock-data'),
        'penstock-data-linux-x64': registry('penstock-data-linux-x64'),
        commander: 'file:here.tgz',
      },
      { 'penstock-data': `^${version}` },
    ],
    ['the version where no npm has installed it', undefined, { 'penstock-data': `^${version}` }],
    [
      'tarballs that are there, of the addon too',
      { 'penstock-data': 'file:here.tgz', 'penstock-data-linux-x64': 'file:here.tgz' },
      {
        'penstock-data': `file:${join(home, 'here.tgz')}`,
        'penstock-data-linux-x64': `file:${join(home, 'here.tgz')}`,
      },
    ],
    [
      'the installed folder where its tarball is gone',
      { 'penstock-data': 'file:../gone.tgz' },
      { 'penstock-data': `file:${root}` },
    ],
    [
      'a commit',
      { 'penstock-data': 'git+ssh://git@example.org/a/b.git#12' },
      { 'penstock-data': 'git+ssh://git@example.org/a/b.git#12' },
    ],
  ])('%s', async (name, resolved, dependencies) => {
    const packages = Object.entries(resolved ?? {}).map(([id, from]) => [`node_modules/${id}`, { resolved: from }])
    if (resolved)
      writeFileSync(
        join(home, 'node_modules/.package-lock.json'),
        JSON.stringify({ packages: Object.fromEntries(packages) }),
      )
    else writeFileSync(join(home, 'node_modules/.package-lock.json'), 'no JSON')
    const folder = emptyFolder()
    const { code, stderr } = await cli(['new', name], { cwd: folder, root })
    expect([code, stderr]).toEqual([0, ''])
    const made = JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8'))
    expect(made.dependencies).toEqual(dependencies)
  })
})
