// `npm run new-reader NAME` (NAME as in fn.readers: webdataset, tfrecord): writes a new reader's files from tools/templates/ and runs
// the generator. The reader builds at once, and reads the lines of a text file; its test fails and says what to fill in.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { symbolOf } from './gen/schema.js'

const root = fileURLToPath(new URL('..', import.meta.url))

function stop(text: string): never {
  console.error(text)
  process.exit(1)
}

const name = (process.argv[2] ?? '').replace(/^readers\./, '')
if (!/^[a-z][a-zA-Z0-9]*$/.test(name)) {
  stop(`usage: npm run new-reader NAME, where NAME is as in fn.readers, in camelCase: webdataset; received "${name}"`)
}
const symbol = symbolOf(`readers.${name}`)
const pascal = symbol.replace(/(?:^|_)([a-z0-9])/g, (_, c: string) => c.toUpperCase())
const files: Record<string, string> = {
  'reader.json.tmpl': `native/ops/${symbol}/op.json`,
  'reader_index.cc.tmpl': `native/ops/${symbol}/${symbol}_index.cc`,
  'reader_cpu.cc.tmpl': `native/ops/${symbol}/${symbol}_cpu.cc`,
  'reader.test.ts.tmpl': `test/readers/${name}.test.ts`,
}

const taken = Object.values(files).filter((path) => existsSync(join(root, path)))
if (taken.length) stop(`nothing written, these exist: ${taken.join(', ')}`)
for (const [template, path] of Object.entries(files)) {
  const text = readFileSync(join(root, 'tools/templates', template), 'utf8')
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(
    join(root, path),
    text.replaceAll('__NAME__', name).replaceAll('__SYMBOL__', symbol).replaceAll('__PASCAL__', pascal),
  )
}
const gen = spawnSync(process.execPath, ['--import', 'tsx', join(root, 'tools/gen.ts')], {
  cwd: root,
  stdio: 'inherit',
})
if (gen.status !== 0) stop('the generator failed')
console.log(
  `wrote\n  ${Object.values(files).join('\n  ')}\nnext: fill in op.json, then \`npm run gen\`, then the rest; see CONTRIBUTING.md`,
)
