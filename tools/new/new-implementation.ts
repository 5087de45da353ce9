import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { interfacePlaces } from '../../packages/catalogue/src/interfaces/interface-places.gen.ts';
import type { NodeInterface } from '../../packages/catalogue/src/interfaces/node-interface.ts';
import { repositoryRoot } from '../repository-root.ts';
import { kebabCase } from './names.ts';
import type { NewThing } from './new-thing.ts';

const interfaces = join(repositoryRoot, 'packages/catalogue/src/interfaces/data');

function readInterface(name: keyof typeof interfacePlaces): NodeInterface {
  const text = readFileSync(join(interfaces, `${interfacePlaces[name]}.gen.json`), 'utf8');
  const row = (JSON.parse(text) as NodeInterface[]).find((one) => one.name === name);
  if (!row) throw new Error(`There is no interface ${name}.`);
  return row;
}

function codeText({ name, label, outputs }: NodeInterface): string {
  const gives = outputs?.map((output) => output.name) ?? [name];
  const returned = gives.map((output) => `      ${output}: inputs,`).join('\n');
  return `import { implementNode } from '../../interfaces/implement-node.ts';

/** ${label}. */
export const ${name} = implementNode({
  name: '${name}',
  icon: 'box',
  description: '${label.replaceAll("'", "\\'")}, in one sentence of your own.',

  async run(inputs) {
    return {
${returned}
    };
  },
});
`;
}

function testText({ name, label }: NodeInterface): string {
  return `import { expect, it } from 'vitest';
import { createCatalogue } from '../../catalogue.ts';

it('${label.replaceAll("'", "\\'")} can run', async () => {
  const node = await createCatalogue().load('${name}');
  expect(node?.unavailable).toBeUndefined();
});
`;
}

/** The files with which the code of a node begins whose interface is known. */
export function newImplementation(name: keyof typeof interfacePlaces): NewThing {
  const row = readInterface(name);
  const base = `packages/catalogue/src/nodes/${interfacePlaces[name]}/${kebabCase(name)}`;
  return {
    files: [
      { path: `${base}.ts`, text: codeText(row) },
      { path: `${base}.test.ts`, text: testText(row) },
    ],
    advice: `It runs now, under ${row.category}. Its inputs are typed from its interface; say what it does in ${base}.ts.`,
  };
}
