import { posix } from 'node:path';
import { codeOf, packageOf, type SourceFile } from './source-tree.ts';

/** One import of a file: its specifier, and the path that it resolves to below the checkout if it is one of ours. */
export interface Import {
  specifier: string;
  target?: string;
  /** Erased when the file runs. */
  isTypeOnly: boolean;
}

const importPattern =
  /(?:^|[\s;}])(?:import|export)\s(?:[^'"`;()]*?\sfrom\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g;

function targetOf(file: SourceFile, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file.path), specifier);
  const own = /^@tendril\/([^/]+)(?:\/(.+))?$/.exec(specifier);
  return own ? `packages/${own[1]}/src/${own[2] ?? ''}` : undefined;
}

/** Lists what a file imports, re-exports, or loads dynamically. */
export function importsOf(file: SourceFile): Import[] {
  return [...codeOf(file).matchAll(importPattern)].map((match) => {
    const specifier = match[1] ?? match[2] ?? '';
    const isTypeOnly = /^\W*(import|export)\s+type\s/.test(match[0]);
    return { specifier, target: targetOf(file, specifier), isTypeOnly };
  });
}

/** The package name of an external import: `ai`, `@mui/material`; undefined for ours and for Node's. */
export function packageName(specifier: string): string | undefined {
  if (specifier.startsWith('.') || specifier.startsWith('node:') || specifier.startsWith('/'))
    return undefined;
  return /^(@[^/]+\/[^/]+|[^/]+)/.exec(specifier)?.[1];
}

/** Pairs each file of a package with each of its imports. */
export function importPairs(
  files: readonly SourceFile[],
): { file: SourceFile; from: string; found: Import }[] {
  return files.flatMap((file) => {
    const from = packageOf(file.path);
    return from ? importsOf(file).map((found) => ({ file, from, found })) : [];
  });
}
