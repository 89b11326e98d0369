// `npm run new-codec NAME` (NAME is the folder's: qoi, jpegxl): writes a new image format's files from tools/templates/ and
// runs the generator. The format builds at once; its test fails and says what to fill in.
import { join } from 'node:path'
import { loadCodecs } from './gen/codecs.js'
import { root, stop, writeScaffold } from './scaffold.js'

const name = process.argv[2] ?? ''
if (!/^[a-z][a-z0-9]*$/.test(name)) {
  stop(`usage: npm run new-codec NAME, where NAME is the format in lower case: qoi, jpegxl; received "${name}"`)
}
const files: Record<string, string> = {
  'codec.json.tmpl': `native/codecs/${name}/codec.json`,
  'codec.cc.tmpl': `native/codecs/${name}/${name}_codec.cc`,
  'codec_fuzz.cc.tmpl': `native/fuzz/${name}.cc`,
  'codec.test.ts.tmpl': `test/formats/${name}.test.ts`,
}
const last = Math.max(...loadCodecs(join(root, 'native/codecs')).map(({ order }) => order))
writeScaffold(files, { __FOLDER__: name, __NAME__: name.toUpperCase(), __ORDER__: `${last + 10}` })
console.log(
  `wrote\n  ${Object.values(files).join('\n  ')}\nnext: fill in codec.json, then \`npm run gen\`, then the rest; see CONTRIBUTING.md`,
)
