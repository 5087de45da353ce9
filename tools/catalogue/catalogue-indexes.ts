import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CatalogueFile } from './declared-name.ts';
import { implementedIndex } from './implemented-index.ts';
import { writeIndex } from './write-index.ts';

const indexes = [
  {
    folder: 'packages/catalogue/src/nodes',
    definers: 'defineNode|implementNode',
    exportName: 'nodeModules',
    more: implementedIndex,
  },
  {
    folder: 'packages/catalogue/src/credentials',
    definers: 'defineCredential',
    exportName: 'credentialModules',
    more: () => '',
  },
] as const;

function catalogueFiles(folder: string): CatalogueFile[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.ts$/.test(path) && !/\.(test|gen|data)\.ts$/.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));
}

/** Returns the text that each generated index of the catalogue should have, by its path below the checkout. */
export function catalogueIndexes(root: string): Map<string, string> {
  return new Map(
    indexes.map(({ folder, definers, exportName, more }) => {
      const files = catalogueFiles(join(root, folder));
      return [`${folder}/index.gen.ts`, writeIndex(files, definers, exportName) + more(files)];
    }),
  );
}

/** Names the generated indexes that do not match the files beside them. */
export function staleIndexes(root: string): string[] {
  return [...catalogueIndexes(root)]
    .filter(
      ([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text,
    )
    .map(([path]) => path);
}

/** Writes the indexes that are stale and names them. */
export function refreshIndexes(root: string): string[] {
  const written = staleIndexes(root);
  const texts = catalogueIndexes(root);
  for (const path of written) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), texts.get(path) ?? '');
  }
  return written;
}
