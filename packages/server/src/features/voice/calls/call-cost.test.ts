import { agentSettingsDefaults, voiceLlmDefaults } from '@tendril/contract/voice/agent-defaults';
import type { VoiceAgentSnapshot } from '@tendril/contract/voice/voice-agent';
import { expect, it } from 'vitest';
import { costOfCall } from './call-cost.ts';

const snapshot: VoiceAgentSnapshot = {
  agent: { id: 'a', agentName: 'A', responseEngineLlmId: 'l', voiceId: 'v', language: 'en-US' },
  settings: agentSettingsDefaults,
  llm: { ...voiceLlmDefaults, model: 'gpt-4o' },
};
const steps = new Map([
  ['model', 0.4],
  ['embedding', 0.01],
]);
const cost = (given: Partial<Parameters<typeof costOfCall>[0]>) =>
  costOfCall({ snapshot, isDemo: false, channel: 'audio', durationMs: 90_000, steps, ...given });

it('costs the price of a minute for the model of a spoken call, and what its searches cost', () => {
  expect(cost({})).toBeCloseTo(0.05 * 1.5 + 0.01);
});

it('costs the tokens where nobody counts minutes, and nothing for the demo model', () => {
  expect(cost({ channel: 'text' })).toBeCloseTo(0.41);
  expect(cost({ isDemo: true, steps: new Map() })).toBe(0);
});

it('costs what the runs of a flow cost', () => {
  const brain = { type: 'flow', flowId: 'f', versionId: null } as const;
  const settings = { ...agentSettingsDefaults, brain };
  expect(cost({ snapshot: { ...snapshot, settings }, steps: new Map([['run', 0.2]]) })).toBeCloseTo(0.2);
});
