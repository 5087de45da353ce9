// Node's `url`: the old functions of the npm package beside the classes of the web.

const base = require('url/');

const { URL, URLSearchParams } = globalThis;

module.exports = {
  ...base,
  URL,
  URLSearchParams,
  urlToHttpOptions: ({ protocol, hostname, port, pathname, search, hash, href }) => ({
    ...{ protocol, hostname, pathname, search, hash, href },
    path: `${pathname}${search}`,
    ...(port !== '' && { port: Number(port) }),
  }),
};
