// A module that cannot be imported.
throw new TypeError('broken from the start')
