// `npm run new-op NAME`, `npm run new-codec NAME`, `npm run new-reader NAME`: writes the files of an operator, an image format or a
// reader from templates/, and runs the generator. It builds at once; its test fails and says what to fill in.
import { basename, join } from 'node:path'
import { loadCodecs } from '../schemas/codec-json.js'
import { pascal, symbolOf } from '../schemas/names.js'
import { root, stop, writeScaffold } from './scaffold.js'

interface Kind {
  pattern: RegExp
  /** Says what NAME is. */
  usage: string
  /** By template, the file that is made. */
  files: (name: string, symbol: string) => Record<string, string>
  /** What the name begins with in fn. */
  prefix?: string
  words?: (name: string) => Record<string, string>
}

const lastOrder = () => Math.max(...loadCodecs(join(root, 'native/codecs')).map(({ order }) => order))

const kinds: Readonly<Record<string, Kind>> = {
  op: {
    pattern: /^([a-z][a-zA-Z0-9]*\.)*[a-z][a-zA-Z0-9]*$/,
    usage: 'as in fn, in camelCase: posterize, reductions.max',
    files: (_, symbol) => ({
      'op.json.tmpl': `native/ops/${symbol}/op.json`,
      'op.h.tmpl': `native/ops/${symbol}/${symbol}.h`,
      'op_cpu.cc.tmpl': `native/ops/${symbol}/${symbol}_cpu.cc`,
      'op.parity.ts.tmpl': `native/ops/${symbol}/parity.ts`,
      'op.test.ts.tmpl': `test/ops/${symbol}.test.ts`,
    }),
  },
  reader: {
    pattern: /^[a-z][a-zA-Z0-9]*$/,
    usage: 'as in fn.readers, in camelCase: webdataset',
    prefix: 'readers.',
    files: (name, symbol) => ({
      'reader.json.tmpl': `native/ops/${symbol}/op.json`,
      'reader_index.cc.tmpl': `native/ops/${symbol}/${symbol}_index.cc`,
      'reader_cpu.cc.tmpl': `native/ops/${symbol}/${symbol}_cpu.cc`,
      'reader.test.ts.tmpl': `test/readers/${name}.test.ts`,
      'reader.set.ts.tmpl': `test/readers/sets/${name}.ts`,
    }),
  },
  codec: {
    pattern: /^[a-z][a-z0-9]*$/,
    usage: 'the format in lower case: qoi, jpegxl',
    files: (name) => ({
      'codec.json.tmpl': `native/codecs/${name}/codec.json`,
      'codec.cc.tmpl': `native/codecs/${name}/${name}_codec.cc`,
      'codec_fuzz.cc.tmpl': `native/fuzz/${name}.cc`,
      'codec.test.ts.tmpl': `test/formats/${name}.test.ts`,
    }),
    words: (name) => ({ __FOLDER__: name, __NAME__: name.toUpperCase(), __ORDER__: `${lastOrder() + 10}` }),
  },
}

const [what = '', given = ''] = process.argv.slice(2)
const kind = kinds[what] ?? stop(`no scaffold is called ${what} (known: ${Object.keys(kinds).join(', ')})`)
const prefix = kind.prefix ?? ''
const name = given.startsWith(prefix) ? given.slice(prefix.length) : given
if (!kind.pattern.test(name)) stop(`usage: npm run new-${what} NAME, where NAME is ${kind.usage}; received "${name}"`)
const symbol = symbolOf(prefix + name)
const files = kind.files(name, symbol)
writeScaffold(files, { __NAME__: name, __SYMBOL__: symbol, __PASCAL__: pascal(symbol), ...kind.words?.(name) })
console.log(
  `wrote\n  ${Object.values(files).join('\n  ')}\nnext: fill in ${basename(Object.values(files)[0]!)}, then \`npm run gen\`, then the rest; see CONTRIBUTING.md`,
)
