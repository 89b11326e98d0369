// The module that require('penstock-data') loads.
import load = require('./load.cjs')

module.exports = load('index', () => require('../index.js'))
