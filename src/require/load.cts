// What require() of the package does. The package is an ES module, which Node.js 20.19, 22.12 and later give to require()
// as it is: the same module that import gives.

/** `require`: the call that loads the module. Throws ERR_REQUIRE_ESM, with the cure, where this Node.js cannot. */
function load(name: string, require: () => unknown): unknown {
  try {
    return require()
  } catch (error) {
    const refused = error as Error & { code?: string }
    if (refused.code === 'ERR_REQUIRE_ESM')
      refused.message = `require('${name}') needs Node.js 20.19, 22.12 or later, and this is ${process.version}. Write await import('${name}'), which every supported version has`
    throw refused
  }
}

export = load
