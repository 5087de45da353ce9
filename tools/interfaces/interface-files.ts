import type {
  CredentialInterface,
  NodeInterface,
} from '../../packages/catalogue/src/interfaces/node-interface.ts';
import { inputTypes } from './input-types.ts';

/** `Tools (MCP)` → `tools-mcp`. */
function slugOf(category: string): string {
  return category
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '');
}

/** One row a line, so that a change shows as what it is. */
function rowsText(rows: readonly object[]): string {
  return `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`;
}

const inOrder = <T extends { name: string }>(rows: readonly T[]): T[] =>
  rows.toSorted((one, other) => (one.name < other.name ? -1 : 1));

/** The committed files that hold the interfaces: one of data per category, and what the compiler needs to know. */
export function interfaceFiles(
  nodes: readonly NodeInterface[],
  credentials: readonly CredentialInterface[],
): Map<string, string> {
  const files = new Map<string, string>();
  for (const [slug, rows] of Map.groupBy(inOrder(nodes), ({ category }) => slugOf(category)))
    files.set(`data/${slug}.gen.json`, rowsText(rows));
  files.set('data/credentials.gen.json', rowsText(inOrder(credentials)));
  const places = inOrder(nodes).map(({ name, category }) => `  ${name}: '${slugOf(category)}',`);
  files.set(
    'interface-places.gen.ts',
    [
      '// Written by tools/import-interfaces.ts: the file of each interface, below data/.',
      'export const interfacePlaces = {',
      ...places,
      '} as const;',
      '',
    ].join('\n'),
  );
  files.set('input-types.gen.ts', inputTypes(inOrder(nodes)));
  return files;
}
