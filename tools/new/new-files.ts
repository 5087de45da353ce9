import { interfacePlaces } from '../../packages/catalogue/src/interfaces/interface-places.gen.ts';
import { camelCase, isKebabCase, pascalCase, titleCase } from './names.ts';
import { newImplementation } from './new-implementation.ts';
import type { NewThing } from './new-thing.ts';

function nodeText(name: string, label: string, category: string): string {
  return `import { output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';

export const ${name} = defineNode({
  name: '${name}',
  label: '${label}',
  version: 1,
  category: '${category}',
  description: 'Hands its text on.',
  icon: 'box',
  inputs: {
    text: param.string({ label: 'Text', rows: 4, acceptVariable: true }),
  },
  outputs: {
    output: output(['string'], { label: 'Text' }),
  },

  async run({ text }) {
    return { output: text };
  },
});
`;
}

function nodeTestText(name: string, file: string, depth: number): string {
  return `import { expect, it } from 'vitest';
import { testContext } from '${'../'.repeat(depth)}testing/run-context.ts';
import { ${name} } from './${file}.ts';

it('hands its text on', async () => {
  expect(await ${name}.run?.({ text: 'hello' }, testContext())).toEqual({ output: 'hello' });
});
`;
}

function newNode(place: string): NewThing {
  if (Object.hasOwn(interfacePlaces, place)) return newImplementation(place as keyof typeof interfacePlaces);
  const parts = place.split('/');
  if (parts.length < 2 || !parts.every(isKebabCase))
    throw new Error('Name an interface (pinecone), or a category and a node of your own: chains/llm-chain');
  const file = parts.at(-1) ?? '';
  const name = camelCase(file);
  const base = `packages/catalogue/src/nodes/${place}`;
  return {
    files: [
      { path: `${base}.ts`, text: nodeText(name, titleCase(file), titleCase(parts[0] ?? '')) },
      { path: `${base}.test.ts`, text: nodeTestText(name, file, parts.length) },
    ],
    advice: `The palette has it now, under ${titleCase(parts[0] ?? '')}. Say what it does in ${base}.ts.`,
  };
}

function newCredential(file: string): NewThing {
  if (!isKebabCase(file)) throw new Error('Name a credential: open-ai-api');
  const name = camelCase(file);
  const text = `import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';

export const ${name} = defineCredential({
  name: '${name}',
  label: '${titleCase(file)}',
  hosts: [],
  inputs: {
    ${name}Key: param.password({ label: 'API Key' }),
  },
});
`;
  const path = `packages/catalogue/src/credentials/${file}.ts`;
  return {
    files: [{ path, text }],
    advice: `Name its vendor's origin under hosts. A node asks for it by \`credential: { names: ['${name}'] }\`.`,
  };
}

function newScreen(file: string): NewThing {
  if (!isKebabCase(file)) throw new Error('Name a screen: phone-numbers');
  const [texts, component] = [`${camelCase(file)}Texts`, `${pascalCase(file)}Screen`];
  const sentences = `import { defineTexts } from '../texts.ts';

export const ${texts} = defineTexts('${file}', {
  title: '${titleCase(file)}',
});
`;
  const screen = `import { ${texts} } from '../../texts/en/${file}.ts';
import { useTexts } from '../../texts/texts.ts';
import { PageHead } from '../../ui/page-head.tsx';

export function ${component}() {
  const t = useTexts(${texts});
  return <PageHead title={t('title')} />;
}
`;
  const test = `import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { ${component} } from './${file}-screen.tsx';

it('shows its title', () => {
  render(<${component} />, { wrapper: MemoryRouter });
  expect(screen.getByRole('heading').textContent).toBe('${titleCase(file)}');
});
`;
  const base = `packages/web/src/screens/${file}/${file}-screen`;
  return {
    files: [
      { path: `packages/web/src/kit/texts/en/${file}.ts`, text: sentences },
      { path: `${base}.tsx`, text: screen },
      { path: `${base}.test.tsx`, text: test },
    ],
    advice: `Give it a line in packages/web/src/app/routes.tsx:\n  { path: '/${file}', Screen: lazyScreen(() => import('./screens/${file}/${file}-screen.tsx').then((module) => module.${component}), {}) },`,
  };
}

const makers: Record<string, (name: string) => NewThing> = {
  node: newNode,
  credential: newCredential,
  screen: newScreen,
};

/** What can be made. */
export const kinds = Object.keys(makers);

/** Returns the initial files of a node, a credential or a screen; throws for an invalid kind or name. */
export function newFiles(kind: string, name: string): NewThing {
  const make = makers[kind];
  if (!make) throw new Error(`Make one of: ${kinds.join(', ')}`);
  return make(name);
}
