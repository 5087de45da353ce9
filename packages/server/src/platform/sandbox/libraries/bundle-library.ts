import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { type LibraryRecipe, libraryRecipe } from './library-names.ts';

// A program of its own, started for one library: `node bundle-library.ts NAME` writes its script to the output.

const folder = fileURLToPath(new URL('./entries/', import.meta.url));
const startName = `${folder}start.cjs`;
// Loaded from inside by `require`, so that all share one copy.
const shared = new Set([
  ...['moment', 'dayjs', 'buffer', 'util', 'events', 'crypto', 'url', 'path', 'assert'],
  ...['stream', 'process', 'timers', 'timers/promises', 'dns', 'async_hooks', 'pg-native'],
]);
const sharedByPath = /^\.\.\/(moment|dayjs)$/;
// What packages ask for only where there is a machine around them.
const ofMachine =
  /^(node:.*|fs|http2?|https|stream|zlib|net|tls|tty|os|vm|module|string_decoder|querystring)$/;

const name = process.argv[2] ?? '';
const recipe = libraryRecipe(name);
if (!recipe) throw new Error(`There is no library "${name}".`);
process.stdout.write(await bundle(recipe));

async function bundle({ specifier, entry }: LibraryRecipe): Promise<string> {
  const start = specifier ?? `./${entry}.cjs`;
  const build = await rolldown({
    input: startName,
    cwd: folder,
    platform: 'browser',
    logLevel: 'silent',
    resolve: {
      conditionNames: ['browser', 'require', 'default'],
      mainFields: ['browser', 'main', 'module'],
    },
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    external: (id) => id !== start && (shared.has(id) || ofMachine.test(id)),
    plugins: [
      {
        name: 'start',
        // What cannot be found would be left for the code to load at run time: from itself, without end.
        async buildStart() {
          if (!(await this.resolve(start, startName))) throw new Error(`"${start}" is not there.`);
        },
        resolveId(id) {
          if (id === startName) return id;
          // The copy on npm puts off each of its steps by a timer.
          if (id === 'process/') return { id: 'process', external: true };
          const [, sibling] = sharedByPath.exec(id) ?? [];
          return sibling === undefined ? undefined : { id: sibling, external: true };
        },
        load: (id) => (id === startName ? `module.exports = require(${JSON.stringify(start)});` : undefined),
        transform: withoutOddities,
      },
    ],
  });
  const { output } = await build.generate({
    format: 'cjs',
    minify: { compress: true, mangle: false },
    comments: false,
  });
  await build.close();
  return output[0].code;
}

// The engine inside reads expressions with this flag, but not every class in them.
function withoutSetNotation(code: string): string {
  return code.replaceAll(/(\/[gimsy]*)v(?=[.,;)\s])/g, '$1u');
}

function withoutOddities(code: string, id: string): string | undefined {
  if (id.includes('/jsonpath-plus/')) return withoutSetNotation(code);
  // Loaded at run time, it would be asked for by the code itself.
  if (id.includes('/mongodb/')) return code.replaceAll(/await import\((['"])os\1\)/g, "require('os')");
  return undefined;
}
