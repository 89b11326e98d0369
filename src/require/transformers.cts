// The module that require('penstock-data/transformers') loads.
import load = require('./load.cjs')

module.exports = load('transformers', () => require('../transformers.js'))
