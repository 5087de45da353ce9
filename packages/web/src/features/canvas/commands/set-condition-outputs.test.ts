import { conditionOutputs } from '@tendril/contract/flow/condition-outputs';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { describe, expect, it } from 'vitest';
import type { CanvasDoc } from '../document/canvas-doc.ts';
import { createCanvasStore, docOf, runCommand } from '../document/canvas-store.ts';
import { inputPorts, outputPorts } from '../document/node-ports.ts';
import { build, inputsOf, nodeOf } from '../testing/flow-maker.ts';
import { addNode, connect } from './canvas-commands.ts';
import { setConditionOutputs } from './set-condition-outputs.ts';

const step = (name: string, more: Partial<NodeTemplate>): NodeTemplate => ({
  name,
  label: name,
  version: 1,
  type: name,
  category: 'Sequential Agents',
  description: '',
  icon: '',
  baseClasses: [name],
  inputs: [],
  ...more,
});
const condition = step('seqCondition', { baseClasses: ['Condition'] });
const next = step('seqEnd', { inputs: [{ name: 'from', label: 'From', type: 'Agent | Condition' }] });
const at = { x: 0, y: 0 };

function outputsOf(...names: string[]) {
  const rows = names.map((output) => ({ variable: '$flow.state.x', operation: 'Is', output, value: '' }));
  const verdict = conditionOutputs('conditionUI', JSON.stringify(rows));
  if ('alert' in verdict) throw new Error(verdict.alert);
  return verdict.outputs;
}

const join = (doc: CanvasDoc, output: string, target: string) => {
  const port = outputPorts(nodeOf(doc, 'seqCondition_0').data).find((candidate) => candidate.name === output);
  const ends = { source: 'seqCondition_0', sourceHandle: port?.id ?? '', target };
  return connect({ ...ends, targetHandle: inputPorts(nodeOf(doc, target).data)[0]?.id ?? '' })(doc);
};

function wired() {
  const doc = build(
    ...[addNode(condition, at), addNode(next, at), addNode(next, at)],
    setConditionOutputs('seqCondition_0', outputsOf('To sales'), { conditionUI: '[…]' }),
  );
  return join(join(doc, 'toSales', 'seqEnd_0'), 'end', 'seqEnd_1');
}

describe('outputs of a condition', () => {
  it('I-18, CONDITION-06: one wrapper holds them in code unit order, End among them', () => {
    const doc = build(
      addNode(condition, at),
      setConditionOutputs('seqCondition_0', [
        ...outputsOf('b', 'Zoo', 'To sales'),
        { name: 'b', label: 'B' },
      ]),
    );
    const [wrapper, ...others] = nodeOf(doc, 'seqCondition_0').data.outputAnchors ?? [];
    expect(others).toEqual([]);
    expect(wrapper).toMatchObject({ name: 'output', label: 'Output', type: 'options' });
    expect(wrapper?.options?.map(({ id, label, type }) => [id, label, type])).toEqual([
      ['seqCondition_0-output-end-Condition', 'End', 'Condition'],
      ['seqCondition_0-output-toSales-Condition', 'To sales', 'Condition'],
      ['seqCondition_0-output-zoo-Condition', 'Zoo', 'Condition'],
      ['seqCondition_0-output-b-Condition', 'b', 'Condition'],
    ]);
  });

  it('CONDITION-10: edges of outputs that are gone go with them, and the End edge stays', () => {
    const doc = wired();
    expect(doc.edges).toHaveLength(2);
    const renamed = setConditionOutputs('seqCondition_0', outputsOf('To support'))(doc);
    expect(renamed.edges.map((edge) => edge.target)).toEqual(['seqEnd_1']);
    expect(inputsOf(renamed, 'seqEnd_0')['from']).toBe('');
    expect(inputsOf(renamed, 'seqEnd_1')['from']).toBe('{{seqCondition_0.data.instance}}');
  });

  it('values, outputs and edges change in one step', () => {
    const store = createCanvasStore('MULTIAGENT');
    const before = wired();
    store.setState(before);
    runCommand(store, setConditionOutputs('seqCondition_0', outputsOf('Other'), { conditionUI: '[]' }));
    expect(inputsOf(docOf(store.getState()), 'seqCondition_0')['conditionUI']).toBe('[]');
    expect(store.getState().history.past).toHaveLength(1);
    expect(store.getState().history.past[0]?.doc.edges).toBe(before.edges);
  });
});
