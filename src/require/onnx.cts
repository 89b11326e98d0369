// The module that require('penstock-data/onnx') loads.
import load = require('./load.cjs')

module.exports = load('onnx', () => require('../onnx.js'))
