import type { CatalogueFile } from './declared-name.ts';
import { declaredName } from './declared-name.ts';

/** Writes the text of an index that imports each declared file on first use; throws when two files take one name. */
export function writeIndex(files: readonly CatalogueFile[], definers: string, exportName: string): string {
  const paths = new Map<string, string>();
  for (const file of files) {
    const name = declaredName(file, definers);
    if (!name) continue;
    const taken = paths.get(name);
    if (taken) throw new Error(`${file.path} and ${taken} both declare '${name}'.`);
    paths.set(name, file.path);
  }
  const lines = [...paths]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, path]) => `  ${name}: () => import('./${path}'),`);
  return [
    '// Written by tools/index-catalogue.ts: adding a file here is adding it to the catalogue.',
    `export const ${exportName} = {`,
    ...lines,
    '} as const;',
    '',
  ].join('\n');
}
