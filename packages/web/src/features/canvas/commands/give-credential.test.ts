import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { expect, it } from 'vitest';
import { build, inputsOf } from '../testing/flow-maker.ts';
import { agentStep } from '../testing/test-templates.ts';
import { addNode, setValues } from './canvas-commands.ts';
import { askDemoModel, giveCredential } from './give-credential.ts';

const carried = (name: string, kind: string, baseClass: string): NodeTemplate => ({
  ...{ name, label: name, version: 1, type: name, category: 'x', description: '', icon: '', inputs: [] },
  baseClasses: [baseClass],
  credential: { name: 'credential', label: 'Key', type: 'credential', credentialNames: [kind] },
});
const templates = new Map(
  [carried('chatOpenAI', 'openAIApi', 'BaseChatModel'), carried('search', 'searchApi', 'Tool')].map(
    (template) => [template.name, template],
  ),
);
const id = 'agentAgentflow_0';
const drawn = () =>
  build(
    addNode(agentStep('agent', 'Agent'), { x: 0, y: 0 }),
    setValues(id, {
      agentModel: 'chatOpenAI',
      agentModelConfig: { temperature: 1, FLOWISE_CREDENTIAL_ID: '' },
      agentTools: [{ agentSelectedTool: 'search', agentSelectedToolConfig: {} }],
    }),
  );

it('a key for a step goes to the model or the tool that waits for one of its kind', () => {
  const withModel = giveCredential(id, 'key-1', ['openAIApi'], templates)(drawn());
  expect(inputsOf(withModel, id)['agentModelConfig']).toEqual({
    temperature: 1,
    FLOWISE_CREDENTIAL_ID: 'key-1',
  });
  const whole = giveCredential(id, 'key-2', ['searchApi'], templates)(withModel);
  expect(inputsOf(whole, id)).toMatchObject({
    agentModelConfig: { FLOWISE_CREDENTIAL_ID: 'key-1' },
    agentTools: [{ agentSelectedToolConfig: { FLOWISE_CREDENTIAL_ID: 'key-2' } }],
  });
  expect(whole.nodes[0]?.data.credential ?? '').toBe('');
});

it('the demo model takes the place of a model without a key', () => {
  const inputs = inputsOf(askDemoModel(id, templates, 'demoModel')(drawn()), id);
  expect(inputs).toMatchObject({ agentModel: 'demoModel', agentModelConfig: { agentModel: 'demoModel' } });
  expect(inputs['agentTools']).toHaveLength(1);
});
