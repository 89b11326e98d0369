// The module that require('penstock-data/transformers') loads.
import load = require('./load.cjs')

module.exports = load('penstock-data/transformers', () => require('../transformers.js'))
