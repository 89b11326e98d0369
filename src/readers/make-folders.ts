// Makes a folder and the folders above it.
import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes `folder` and those of its parents that are missing. Throws the error of the system. Node.js's own `recursive`
 * never returns below a folder in which nothing can be made, such as /proc: it asks again and again for the parent,
 * which is there.
 */
export function makeFolders(folder: string): void {
  try {
    mkdirSync(folder)
  } catch (error) {
    const there = statSync(folder, { throwIfNoEntry: false })
    if (there?.isDirectory()) return
    const parent = dirname(folder)
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    if (!missing || parent === folder || statSync(parent, { throwIfNoEntry: false })) throw error
    makeFolders(parent)
    makeFolders(folder)
  }
}
