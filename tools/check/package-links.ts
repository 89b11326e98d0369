// Checks the links of documents in the npm package: each leads to a file of the package, and to an existing heading. Pictures
// need to be in the repository only: the package leaves them out for their size.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { anchorsOf } from './doc-anchors.js'

/** The paths of the files that `npm pack` would pack. */
function packed(root: string): string[] {
  const json = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error'], {
    ...{ cwd: root, encoding: 'utf8' },
  })
  return (JSON.parse(json) as { files: { path: string }[] }[])[0]!.files.map(({ path }) => path)
}

const withoutCode = (text: string) => text.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '')

/** Returns one line for each broken link in the package. */
export function brokenLinks(root: string): string[] {
  const files = new Set(packed(root))
  const folders = new Set(
    [...files].flatMap((path) => path.split('/').map((_, i, parts) => parts.slice(0, i).join('/'))),
  )
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  return [...files]
    .filter((path) => path.endsWith('.md'))
    .flatMap((path) =>
      [...withoutCode(read(path)).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link]) => {
        if (/^[a-z]+:/.test(link!)) return []
        const [to, anchor] = link!.split('#') as [string, string?]
        const target = to ? normalize(join(dirname(path), to)).replace(/\/$/, '') : path
        if (target.startsWith('docs/images/') && existsSync(join(root, target))) return []
        if (!files.has(target) && !folders.has(target)) return [`${path}: ${link} is not in the npm package`]
        return anchor && !anchorsOf(read(target)).has(anchor) ? [`${path}: ${link}: no such heading`] : []
      }),
    )
}
