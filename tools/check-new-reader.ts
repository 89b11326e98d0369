// `npm run check:new-reader`: scaffolds a reader, builds it, sees that its test fails and says what to fill in, and that everything
// around a reader works for it (reader-probe.mjs): it reads the lines of a text file, and no file of src knows it. Then it takes the
// reader away again. It shares the build of the checkout: the addon is linked anew with the reader, and again without it.
import { existsSync, rmSync } from 'node:fs'
import { lookAtTest, must, root, run } from './scaffold.js'

const folder = 'native/ops/readers_scaffold_probe'
const testFile = 'test/readers/scaffoldProbe.test.ts'

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
  must('reading with the fresh reader', run(process.execPath, ['tools/reader-probe.mjs']))
  console.log('a scaffolded reader reads, in pipelines and in imperative mode')
} finally {
  for (const path of [folder, testFile]) rmSync(`${root}/${path}`, { recursive: true, force: true })
  must('npm run gen', run('npm', ['run', '--silent', 'gen']))
  build()
}
