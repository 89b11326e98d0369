// `npm run new-op NAME` (NAME as in fn: posterize, reductions.max): writes a new operator's files from tools/templates/
// and runs the generator. The operator builds at once; its test fails and says what to fill in.
import { symbolOf } from './gen/schema.js'
import { stop, writeScaffold } from './scaffold.js'

const name = process.argv[2] ?? ''
if (!/^([a-z][a-zA-Z0-9]*\.)*[a-z][a-zA-Z0-9]*$/.test(name)) {
  stop(
    `usage: npm run new-op NAME, where NAME is as in fn, in camelCase: posterize, reductions.max; received "${name}"`,
  )
}
const symbol = symbolOf(name)
const pascal = symbol.replace(/(?:^|_)([a-z0-9])/g, (_, c: string) => c.toUpperCase())
const files: Record<string, string> = {
  'op.json.tmpl': `native/ops/${symbol}/op.json`,
  'op.h.tmpl': `native/ops/${symbol}/${symbol}.h`,
  'op_cpu.cc.tmpl': `native/ops/${symbol}/${symbol}_cpu.cc`,
  'op.parity.ts.tmpl': `native/ops/${symbol}/parity.ts`,
  'op.test.ts.tmpl': `test/ops/${symbol}.test.ts`,
}
writeScaffold(files, { __NAME__: name, __SYMBOL__: symbol, __PASCAL__: pascal })
console.log(
  `wrote\n  ${Object.values(files).join('\n  ')}\nnext: fill in op.json, then \`npm run gen\`, then the rest; see CONTRIBUTING.md`,
)
