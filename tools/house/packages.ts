import { importPairs } from './imports.ts';
import { packageOf, type SourceFile } from './source-tree.ts';

/** The packages that each package may import: only those below it, never one beside it. */
export const mayImport: Record<string, readonly string[]> = {
  contract: [],
  engine: ['contract'],
  catalogue: ['contract'],
  voice: ['contract'],
  sip: [],
  server: ['contract', 'engine', 'catalogue', 'voice', 'sip'],
  web: ['contract'],
  widget: ['contract'],
};

/** Names imports of a package above or beside, and relative paths that leave their package. */
export function packageViolations(files: readonly SourceFile[]): string[] {
  return importPairs(files).flatMap(({ file, from, found }) => {
    const to = found.target && packageOf(found.target);
    const isOurs = found.specifier.startsWith('@tendril/') || found.specifier.startsWith('.');
    if (!isOurs || (to === from && found.specifier.startsWith('.'))) return [];
    if (found.specifier.startsWith('.')) return [`${file.path}: ${found.specifier} leaves its package`];
    if (to === from) return [`${file.path}: imports its own package by name; use a relative path`];
    if (to && mayImport[from]?.includes(to)) return [];
    return [`${file.path}: ${from} may not import ${found.specifier}`];
  });
}

/** Names relative imports without a file extension, which Node cannot resolve. */
export function unfinishedImports(files: readonly SourceFile[]): string[] {
  return importPairs(files)
    .filter(
      ({ found }) =>
        found.specifier.startsWith('.') && !/\.(tsx?|mjs|js|css|svg|json)(\?[\w&-]+)?$/.test(found.specifier),
    )
    .map(({ file, found }) => `${file.path}: '${found.specifier}' lacks its ending`);
}

/** Names packages without source files: an empty tree passes every other rule. */
export function emptyPackages(files: readonly SourceFile[]): string[] {
  return Object.keys(mayImport).filter((name) => !files.some((file) => packageOf(file.path) === name));
}
