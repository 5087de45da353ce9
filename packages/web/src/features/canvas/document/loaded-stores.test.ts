import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { expect, it } from 'vitest';
import { addNode } from '../commands/canvas-commands.ts';
import { setDisabled } from '../commands/set-disabled.ts';
import { build, keeper, wire } from '../testing/flow-maker.ts';
import { loadedStores } from './loaded-stores.ts';

const at = { x: 0, y: 0 };
const loader: NodeTemplate = {
  ...keeper,
  name: 'loader',
  label: 'Loader',
  category: 'Document Loaders',
  baseClasses: ['Document'],
};
const store: NodeTemplate = {
  ...keeper,
  name: 'store',
  label: 'Store',
  category: 'Vector Stores',
  inputs: [{ name: 'document', label: 'Document', type: 'Document', list: true }],
};

it('SP-88: a vector store can be filled once a document loader is wired to it', () => {
  const apart = build(addNode(loader, at), addNode(store, at), addNode(store, at));
  expect(loadedStores(apart)).toEqual([]);
  const wired = wire('loader_0', 'store_1', 'document')(apart);
  expect(loadedStores(wired)).toEqual([{ id: 'store_1', label: wired.nodes[2]?.data.label }]);
});

it('SP-88: nodes that are switched off neither load nor are filled', () => {
  const wired = build(addNode(loader, at), addNode(store, at), wire('loader_0', 'store_0', 'document'));
  expect(loadedStores(wired)).toHaveLength(1);
  expect(loadedStores(setDisabled(['loader_0'], true)(wired))).toEqual([]);
  expect(loadedStores(setDisabled(['store_0'], true)(wired))).toEqual([]);
});
