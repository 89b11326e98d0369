// Lists the files that rules of the code base look at: those that git has, or would take. Files that git ignores, such
// as builds and virtual environments, are left out.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

function listed(root: string, folder: string): string[] {
  const kinds = ['--cached', '--others', '--exclude-standard']
  try {
    const out = execFileSync('git', ['ls-files', '-z', ...kinds, '--', folder], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 1 << 26,
    })
    return out.split('\0').filter(Boolean)
  } catch {
    // There is no git, or the folder is in none of its checkouts.
    return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(join(root, '/').length))
  }
}

/** The files below a folder of the project, by their paths from the root, sorted. */
export function projectFiles(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  // git also lists what has been deleted and not committed, and twice what a merge has not settled.
  return [...new Set(listed(root, folder))].filter((path) => existsSync(join(root, path))).sort()
}
