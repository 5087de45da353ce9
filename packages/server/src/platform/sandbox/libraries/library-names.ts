/** How a library is made: what its script consists of, below the packages of this server. */
export interface LibraryRecipe {
  /** What is required of a package. */
  specifier?: string;
  /** Or a script of our own that joins packages to what Node has under that name. */
  entry?: string;
}

interface Family {
  pattern: RegExp;
  recipe: LibraryRecipe | ((name: string) => LibraryRecipe);
}

const wholePackage = (name: string): LibraryRecipe => ({ specifier: name });

// Every name that code may load; a name that matches none of these reaches no file.
const families: Family[] = [
  {
    pattern: /^(axios|moment|moment-timezone|dayjs|date-fns|date-fns-tz|luxon|lodash)$/,
    recipe: wholePackage,
  },
  { pattern: /^(cheerio|crypto-js|uuid|zod|jsonpath|jsonpath-plus)$/, recipe: wholePackage },
  { pattern: /^moment\/locale\/[a-z][a-z-]{1,15}$/, recipe: wholePackage },
  { pattern: /^dayjs\/(plugin\/[a-zA-Z]{2,30}|locale\/[a-z][a-z-]{1,15})$/, recipe: wholePackage },
  { pattern: /^lodash\/[a-zA-Z]{2,30}$/, recipe: wholePackage },
  { pattern: /^date-fns\/([a-zA-Z]{2,60}|locale\/[a-zA-Z]{2}(-[a-zA-Z-]{2,10})?)$/, recipe: wholePackage },
  { pattern: /^crypto-js\/[a-z0-9-]{2,30}$/, recipe: wholePackage },
  { pattern: /^zod\/(v3|v4|mini)$/, recipe: wholePackage },
  { pattern: /^(buffer|util|url|string_decoder)$/, recipe: (name) => ({ entry: name }) },
  { pattern: /^(pg|mysql2(\/promise)?|mongodb)$/, recipe: wholePackage },
  { pattern: /^stream$/, recipe: { specifier: 'readable-stream' } },
  { pattern: /^web-streams$/, recipe: { specifier: 'web-streams-polyfill' } },
  { pattern: /^(events|assert)$/, recipe: (name) => ({ specifier: `${name}/` }) },
  { pattern: /^path(\/posix)?$/, recipe: { specifier: 'path-browserify' } },
  { pattern: /^querystring$/, recipe: { specifier: 'querystring-es3' } },
];

const databases = /^(mysql|mongoose|redis|ioredis|better-sqlite3|sqlite3|knex|typeorm|sequelize)$/;
const machine =
  /^(fs(\/promises)?|child_process|net|tls|dgram|dns|os|vm|worker_threads|cluster|process|module|v8|inspector|repl|perf_hooks|async_hooks|zlib)$/;
const http =
  /^(https?|http2|request|got|superagent|needle|undici|cross-fetch|isomorphic-fetch|node-fetch-native|ky)$/;

/** How the library of that name is made, or undefined when there is none; a leading `node:` has been taken off. */
export function libraryRecipe(name: string): LibraryRecipe | undefined {
  const family = families.find(({ pattern }) => pattern.test(name));
  return typeof family?.recipe === 'function' ? family.recipe(name) : family?.recipe;
}

/** Why code cannot load that name, as its author reads it. */
export function libraryRefusal(name: string): string {
  const shown = `"${name.slice(0, 80)}"`;
  if (databases.test(name)) {
    return `${shown} cannot be loaded: of databases there are pg, mysql2/promise and mongodb. Use one of these, or a node that speaks to it.`;
  }
  if (machine.test(name)) return `${shown} cannot be loaded: code has no access to the machine it runs on.`;
  if (http.test(name)) return `${shown} cannot be loaded: make requests with fetch or axios.`;
  return `There is no module ${shown} here. What can be loaded stands in the documentation of the sandbox.`;
}
