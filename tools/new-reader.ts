// `npm run new-reader NAME` (NAME as in fn.readers: webdataset, tfrecord): writes a new reader's files from tools/templates/ and runs
// the generator. The reader builds at once, and reads the lines of a text file; its test fails and says what to fill in.
import { symbolOf } from './gen/schema.js'
import { stop, writeScaffold } from './scaffold.js'

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
  'reader.set.ts.tmpl': `test/readers/sets/${name}.ts`,
}
writeScaffold(files, { __NAME__: name, __SYMBOL__: symbol, __PASCAL__: pascal })
console.log(
  `wrote\n  ${Object.values(files).join('\n  ')}\nnext: fill in op.json, then \`npm run gen\`, then the rest; see CONTRIBUTING.md`,
)
