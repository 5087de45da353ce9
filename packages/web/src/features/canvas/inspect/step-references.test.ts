import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { describe, expect, it } from 'vitest';
import { addNode, setValues } from '../commands/canvas-commands.ts';
import { setSettings } from '../commands/set-settings.ts';
import { outputPorts } from '../document/node-ports.ts';
import { stepsBefore } from '../document/steps-before.ts';
import { build, nodeOf, wire } from '../testing/flow-maker.ts';
import { stateKeys, stepChoices, unknownReference } from './step-references.ts';

function step(name: string): NodeTemplate {
  const shared = { label: name, version: 1, type: name, category: 'Agent Flows', description: '', icon: '' };
  return { ...shared, name: `${name}Agentflow`, baseClasses: [name], inputs: [] };
}

const text = { name: 'llmUserMessage', label: 'Message', type: 'string', acceptVariable: true };

const doc = build(
  addNode(step('start'), { x: 0, y: 0 }),
  addNode(step('llm'), { x: 300, y: 0 }),
  addNode(step('iteration'), { x: 600, y: 0 }),
  addNode(step('llm'), { x: 640, y: 80 }),
  addNode(step('llm'), { x: 1200, y: 0 }),
  wire('startAgentflow_0', 'llmAgentflow_0', 'previous'),
  wire('llmAgentflow_0', 'iterationAgentflow_0', 'previous'),
  wire('iterationAgentflow_0', 'llmAgentflow_2', 'previous'),
  setValues('startAgentflow_0', {
    startInputType: 'formInput',
    formInputTypes: [{ type: 'string', label: 'City', name: 'city' }],
    startState: [{ key: 'mood', value: '' }],
  }),
  setValues('llmAgentflow_0', { llmStructuredOutput: [{ key: 'topic', type: 'string' }] }),
);
const namesAt = (nodeId: string, input = text) =>
  stepChoices(doc, nodeId, input, ['site']).map(({ name }) => name);

describe('what a text of a step may name', () => {
  it('form, state and variables, and the steps before it with their fields, in an iteration those before its frame', () => {
    expect(namesAt('llmAgentflow_1')).toEqual(
      expect.arrayContaining([
        'question',
        '$form.city',
        '$flow.state.mood',
        '$vars.site',
        '$iteration',
        'llmAgentflow_0',
        'llmAgentflow_0.output.topic',
      ]),
    );
    expect(namesAt('llmAgentflow_2')).toContain('iterationAgentflow_0');
    expect(namesAt('llmAgentflow_0')).not.toContain('llmAgentflow_2');
    expect(namesAt('llmAgentflow_2')).not.toContain('$iteration');
    expect(stateKeys(doc)).toEqual(['mood']);
    expect(stepsBefore(doc, 'llmAgentflow_1').map(({ id }) => id)).toEqual([
      'llmAgentflow_0',
      'startAgentflow_0',
    ]);
  });

  it('the own output only where the state is updated', () => {
    const update = { ...text, acceptNodeOutputAsVariable: true };
    expect(namesAt('llmAgentflow_0')).not.toContain('output');
    expect(namesAt('llmAgentflow_0', update)).toContain('output');
  });

  it.each([
    ['{{ question }} {{ $flow.state.mood }} {{llmAgentflow_0.output.topic}} {{ $form.city }}', undefined],
    ['{{ $form.town }}', /form of Start/],
    ['{{ $flow.state.moods }}', /key in its state/],
    ['{{ $vars.nothing }}', /no variable/],
    ['{{ $iteration.name }}', /inside an iteration/],
    ['{{ output.topic }}', /state is updated/],
    ['{{ llmAgentflow_1 }}', /does not come before/],
    ['{{ nothing_9 }}', /no value of that name/],
  ])('%s is known, or the reason says why not', (written, reason) => {
    const found = unknownReference(written, stepChoices(doc, 'llmAgentflow_2', text, ['site']), doc);
    if (reason) expect(found).toMatch(reason);
    else expect(found).toBeUndefined();
  });
});

it('what a run does when a step fails is kept with it; without a way on for errors its edge goes', () => {
  const branching = setSettings('llmAgentflow_2', { retries: { times: 2, waitMs: 500 }, onError: 'branch' })(
    doc,
  );
  const { data } = nodeOf(branching, 'llmAgentflow_2');
  expect(data.settings).toEqual({ retries: { times: 2, waitMs: 500 }, onError: 'branch' });
  expect(outputPorts(data).map(({ name }) => name)).toEqual(['llmAgentflow', 'error']);
  const edge = { source: 'llmAgentflow_2', sourceHandle: 'llmAgentflow_2-output-error' };
  const drawn = { ...branching, edges: [{ ...edge, id: 'e', target: 'x', targetHandle: 'x' }] };
  const plain = setSettings('llmAgentflow_2', {})(drawn);
  expect(plain.edges).toEqual([]);
  expect(nodeOf(plain, 'llmAgentflow_2').data).not.toHaveProperty('settings');
});
