// The module that require('penstock-data/dynamic') loads.
import load = require('./load.cjs')

module.exports = load('dynamic', () => require('../dynamic.js'))
