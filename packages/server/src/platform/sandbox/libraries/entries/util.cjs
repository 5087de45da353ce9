// Node's `util`: the npm package with what has come to Node since.

const base = require('util/');
const isDeepEqual = require('assert/').deepStrictEqual;

const { TextDecoder, TextEncoder } = globalThis;

function isDeepStrictEqual(left, right) {
  try {
    isDeepEqual(left, right);
    return true;
  } catch {
    return false;
  }
}

function stripVTControlCharacters(text) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what is taken out.
  return text.replace(/\u001b\[[0-9;]*[A-Za-z]/g, '');
}

module.exports = { ...base, TextDecoder, TextEncoder, isDeepStrictEqual, stripVTControlCharacters };
