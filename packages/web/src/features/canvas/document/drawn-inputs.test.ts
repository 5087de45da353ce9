import type { FlowNodeData } from '@tendril/contract/flow/flow';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { expect, it } from 'vitest';
import { noteGivenClasses } from '../../../kit/state/given-classes.ts';
import { fullLevel } from '../view/draw-level.ts';
import { layoutNode } from '../view/node-layout.ts';
import { drawnInputs } from './drawn-inputs.ts';

const template = (name: string, gives: Partial<NodeTemplate>): NodeTemplate => ({
  ...{ name, label: name, version: 1, type: name, baseClasses: [name], category: 'Chains' },
  ...{ description: '', icon: '', inputs: [], ...gives },
});
const output = (name: string, baseClasses: string[], isAnchor: boolean) => ({
  ...{ name, label: name, description: '', baseClasses, isAnchor, hidden: false },
});

const anchor = (name: string, type: string) => ({
  id: `chain_0-input-${name}-${type}`,
  name,
  label: name,
  type,
});
const chain: FlowNodeData = {
  id: 'chain_0',
  name: 'chain',
  label: 'Chain',
  inputs: { model: '', inputModeration: '', cache: '', parser: '' },
  inputAnchors: [
    anchor('model', 'BaseChatModel | BaseLLM'),
    anchor('inputModeration', 'Moderation'),
    anchor('cache', 'BaseCache'),
    anchor('parser', 'Parser'),
  ],
  inputParams: [{ ...anchor('prompt', 'string'), acceptVariable: true }],
};
const namesOf = (data: FlowNodeData) => drawnInputs(data).map(({ name }) => name);
const all = ['model', 'inputModeration', 'cache', 'parser', 'prompt'];

it('while the catalogue is not known every input is drawn', () => {
  expect(namesOf(chain)).toEqual(all);
});

it('an anchor that no node of the catalogue could feed is not drawn, and takes no room on the card', () => {
  const before = layoutNode(chain, fullLevel);
  noteGivenClasses([
    template('model', { baseClasses: ['Model', 'BaseChatModel'] }),
    template('split', { outputs: [output('a', ['Parser'], true), output('b', ['BaseCache'], false)] }),
    template('known', { baseClasses: ['Moderation', 'BaseCache'], canRun: false, isSummary: true }),
    template('end', { hideOutput: true, baseClasses: ['Moderation'] }),
  ]);
  expect(namesOf(chain)).toEqual(['model', 'parser', 'prompt']);
  const after = layoutNode(chain, fullLevel);
  expect(after.handles).toHaveLength(before.handles.length - 2);
  expect(after.height).toBeLessThan(before.height);
  expect(chain.inputAnchors).toHaveLength(4);
});

it('an anchor that something is wired to is drawn, whichever template declares it', () => {
  const single = { ...chain, inputs: { ...chain.inputs, cache: '{{foreign_0.data.instance}}' } };
  expect(namesOf(single)).toEqual(['model', 'cache', 'parser', 'prompt']);
  const list = { ...chain, inputs: { ...chain.inputs, inputModeration: ['{{foreign_0.data.instance}}'] } };
  expect(namesOf(list)).toEqual(['model', 'inputModeration', 'parser', 'prompt']);
});
