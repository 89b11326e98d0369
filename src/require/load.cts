// Loads an entry of the package for require(), the same one for all that share a process, with Node.js's own require(): that of
// Jest would load it once for each test file, and cannot load ES modules.

/** The entry's name, `index` for the package itself. `bundled` is called in a bundle, which contains the code. */
function load(entry: string, bundled: () => unknown): unknown {
  // A bundler would replace calls of a createRequire() that was imported; Jest's would give Jest's require().
  const { createRequire } = process.getBuiltinModule('node:module')
  const own = createRequire(__filename)
  if (!inPackage(own)) return bundled()
  // Where require() gives ES modules, it gives the module that import() gives. Older versions of Node.js get a copy in CommonJS.
  if (process.features.require_module) return own(`../${entry}.js`)
  return (own('../required.cjs') as Record<string, unknown>)[entry]
}

/** Whether this file is still in the package's folder. */
function inPackage(own: NodeJS.Require): boolean {
  try {
    return (own('../../package.json') as { name: string }).name === 'penstock-data'
  } catch {
    return false
  }
}

export = load
