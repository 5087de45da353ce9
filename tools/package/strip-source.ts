import { stripTypeScriptTypes } from 'node:module';
import { dirname, relative } from 'node:path/posix';

const specifiers = /(\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*|\bresolve\(\s*)(['"])([^'"\n]+)\2/g;

/**
 * The JavaScript of a server source: without its types, and with imports of our packages by relative paths, because
 * Node strips no types inside `node_modules`. Line numbers stay. `path` is that of the source in the repository.
 */
export function stripSource(source: string, path: string): string {
  return withoutBlanks(stripTypeScriptTypes(source), source).replaceAll(
    specifiers,
    (_all, before: string, quote: string, specifier: string) =>
      `${before}${quote}${rewriteSpecifier(specifier, path)}${quote}`,
  );
}

/** Where types were, blanks remain: those at the ends of lines are left out. Ends that the source has may be of a text. */
function withoutBlanks(stripped: string, source: string): string {
  const before = source.split('\n');
  return stripped
    .split('\n')
    .map((line, index) => (/\s$/.test(before[index] ?? '') ? line : line.trimEnd()))
    .join('\n');
}

function rewriteSpecifier(specifier: string, from: string): string {
  const [, name, place] = /^@tendril\/([a-z]+)\/(.+)$/.exec(specifier) ?? [];
  if (name !== undefined) return relativeTo(from, `packages/${name}/src/${place}.js`);
  return /^[\w./-]+\.ts$/.test(specifier) ? specifier.replace(/\.ts$/, '.js') : specifier;
}

function relativeTo(from: string, target: string): string {
  const path = relative(dirname(from), target);
  return path.startsWith('.') ? path : `./${path}`;
}
