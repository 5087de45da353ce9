// Node's `buffer`: the npm package lacks the encoding that signed tokens are written in.

const base = require('buffer/');

const { Buffer } = base;
const { from, isEncoding, byteLength } = Buffer;
const { toString, write } = Buffer.prototype;
const isUrlSafe = (encoding) => typeof encoding === 'string' && encoding.toLowerCase() === 'base64url';
// The package ignores what base64 lacks, and reads both alphabets.
const known = (encoding) => (isUrlSafe(encoding) ? 'base64' : encoding);

Buffer.from = (value, encoding, length) => from(value, known(encoding), length);
Buffer.isEncoding = (encoding) => isUrlSafe(encoding) || isEncoding(encoding);
Buffer.byteLength = (value, encoding) =>
  isUrlSafe(encoding) ? from(value, 'base64').length : byteLength(value, encoding);
Buffer.prototype.toString = function (encoding, start, end) {
  const text = toString.call(this, known(encoding), start, end);
  return isUrlSafe(encoding) ? text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') : text;
};
Buffer.prototype.write = function (...values) {
  return write.apply(this, values.map(known));
};

module.exports = {
  ...base,
  Buffer,
  Blob: globalThis.Blob,
  File: globalThis.File,
  atob: globalThis.atob,
  btoa: globalThis.btoa,
};
