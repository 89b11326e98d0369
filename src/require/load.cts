// Loads the package for require(). The package is an ES module. Node.js 20.19, 22.12 and later can require() an ES
// module: the result is the same module object that import() gives.

/**
 * Calls `require`, which loads the module. In an older Node.js the error ERR_REQUIRE_ESM gets a message with the cure.
 */
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
