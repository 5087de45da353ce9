import { describe, expect, it } from 'vitest';
import { implementedIndex } from './implemented-index.ts';
import { writeIndex } from './write-index.ts';

const node = (path: string, exported: string, name = exported) => ({
  path,
  text: `import { x } from 'x';\n\nexport const ${exported} = defineNode({\n  name: '${name}',\n});\n`,
});

describe('the index of the catalogue', () => {
  it('lists every node by name, imported on first use, whatever the order of the files', () => {
    const text = writeIndex(
      [node('tools/b.ts', 'beta'), node('chains/a.ts', 'alpha')],
      'defineNode',
      'nodeModules',
    );
    expect(text).toContain(
      "export const nodeModules = {\n  alpha: () => import('./chains/a.ts'),\n  beta: () => import('./tools/b.ts'),\n} as const;",
    );
  });

  it('passes over a file that declares no node', () => {
    const text = writeIndex([{ path: 'a.ts', text: 'export const a = 1;' }], 'defineNode', 'nodeModules');
    expect(text).not.toContain('./a.ts');
  });

  it('shows the palette what a node with an interface says of itself, in literals only', () => {
    const text = (description: string) =>
      `export const alpha = implementNode({\n  name: 'alpha',\n  icon: 'box',\n  description:\n    ${description},\n});\n`;
    expect(implementedIndex([{ path: 'a.ts', text: text(`"It's here."`) }])).toContain(
      `alpha: { icon: 'box', description: "It's here." },`,
    );
    expect(() => implementedIndex([{ path: 'a.ts', text: text('words') }])).toThrow('has to be a literal');
  });

  it('refuses a node exported under another name', () => {
    expect(() => writeIndex([node('a.ts', 'alpha', 'other')], 'defineNode', 'nodeModules')).toThrow(
      "its name is 'other'",
    );
  });

  it('refuses two nodes in one file', () => {
    const both = { path: 'a.ts', text: node('a.ts', 'alpha').text + node('a.ts', 'beta').text };
    expect(() => writeIndex([both], 'defineNode', 'nodeModules')).toThrow('declares 2 things');
  });

  it('refuses one name in two files', () => {
    const files = [node('a.ts', 'alpha'), node('b.ts', 'alpha')];
    expect(() => writeIndex(files, 'defineNode', 'nodeModules')).toThrow('a.ts');
  });
});
