// `npm run check:new-reader`: scaffolds a reader that reads the lines of a text file, builds it, and checks that its
// test fails and says what to fill in. reader-probe.mjs checks that shards, checkpoints and imperative mode work for
// it, though no file of src names it. Afterwards the reader is removed. It uses the checkout's build folder: the addon
// is linked with the reader, and again without it.
import { existsSync, rmSync } from 'node:fs'
import { lookAtTest, must, root, run } from './scaffold.js'

const folder = 'native/ops/readers_scaffold_probe'
const testFile = 'test/readers/scaffoldProbe.test.ts'
const setFile = 'test/readers/sets/scaffoldProbe.ts'

function build(): void {
  must('the build', run('cmake', ['--build', 'build', '--target', 'penstock', '--parallel', '2']))
  must('npm run build:ts', run('npm', ['run', '--silent', 'build:ts']))
}

if (!existsSync(`${root}/build/CMakeCache.txt`)) must('npm run setup', run('sh', ['tools/setup.sh']))
if (existsSync(`${root}/${folder}`)) throw new Error(`${folder} is there from an earlier run; delete it first`)
try {
  must('npm run new-reader', run('npm', ['run', '--silent', 'new-reader', 'scaffoldProbe']))
  build()
  lookAtTest('reader', testFile)
  must('reading with the fresh reader', run(process.execPath, ['tools/scaffold/reader-probe.mjs']))
  console.log('a scaffolded reader reads, in pipelines and in imperative mode')
} finally {
  for (const path of [folder, testFile, setFile]) rmSync(`${root}/${path}`, { recursive: true, force: true })
  must('npm run gen', run('npm', ['run', '--silent', 'gen']))
  build()
}
