// `npm run check` looks at the files of the project, and at none that git ignores.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFiles } from '../tools/check/project-files.js'
import { tempFolder } from './util/files.js'

const written = (root: string, ...paths: string[]) => {
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), '')
  }
}

test('files that git ignores are left out, those that it does not have yet are not', () => {
  const root = tempFolder()
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'ignore' })
  git('init')
  writeFileSync(join(root, '.gitignore'), '.venv*/\nbuild/\n')
  written(root, 'bench/a.ts', 'bench/deep/b c.ts', 'bench/gone.ts', 'bench/.venv-x/lib/README.md', 'bench/build/c.ts')
  git('add', '.')
  rmSync(join(root, 'bench/gone.ts'))
  written(root, 'bench/new.ts', 'src/d.ts')
  expect(projectFiles(root, 'bench')).toEqual(['bench/a.ts', 'bench/deep/b c.ts', 'bench/new.ts'])
  expect(projectFiles(root, 'nothing')).toEqual([])
})

test('without git all files are listed', () => {
  const root = tempFolder()
  written(root, 'docs/a.md', 'docs/deep/b.md')
  expect(projectFiles(root, 'docs')).toEqual(['docs/a.md', 'docs/deep/b.md'])
})
