import { agentSettingsDefaults, voiceLlmDefaults } from '@tendril/contract/voice/agent-defaults';
import type { VoiceAgentSnapshot } from '@tendril/contract/voice/voice-agent';
import { expect, it } from 'vitest';
import { diffSnapshots } from './snapshot-diff.ts';

const live: VoiceAgentSnapshot = {
  agent: {
    id: 'a1',
    agentName: 'Front Desk',
    responseEngineLlmId: 'l1',
    voiceId: '11labs-Adrian',
    language: 'en-US',
  },
  settings: agentSettingsDefaults,
  llm: {
    ...voiceLlmDefaults,
    generalPrompt: 'Be warm.',
    functions: [{ id: 'f1', type: 'end_call', name: 'end_call', description: 'Ends it' }],
  },
};

it('finds no change between a version and itself', () => {
  expect(diffSnapshots(live, structuredClone(live))).toEqual([]);
});

it('names each changed field, compares texts, and leaves ids out', () => {
  const draft: VoiceAgentSnapshot = {
    agent: { ...live.agent, id: 'a2', language: 'fr-FR', voiceSpeed: 1.2 },
    settings: { ...live.settings, brain: { type: 'flow', flowId: 'x', versionId: null } },
    llm: { ...live.llm, generalPrompt: 'Be warm and brief.', functions: [] },
  };
  const changes = diffSnapshots(live, draft);
  expect(changes.map(({ path }) => path).toSorted()).toEqual([
    'agent.language',
    'agent.voiceSpeed',
    'llm.functions.end_call',
    'llm.generalPrompt',
    'settings.brain.flowId',
    'settings.brain.type',
  ]);
  const by = new Map(changes.map((change) => [change.path, change]));
  expect(by.get('agent.language')).toMatchObject({ before: 'en-US', after: 'fr-FR', isText: false });
  expect(by.get('agent.voiceSpeed')).toMatchObject({ before: '', after: '1.2' });
  expect(by.get('llm.functions.end_call')).toMatchObject({ after: '' });
  expect(by.get('llm.generalPrompt')?.isText).toBe(true);
});
