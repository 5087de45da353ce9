import { agentSettingsDefaults } from '@tendril/contract/voice/agent-defaults';
import type { VoiceAgent } from '@tendril/contract/voice/voice-agent';
import { expect, it } from 'vitest';
import { shownValues } from './edited-values.ts';
import { speechChanges, speechDefaults } from './speech-values.ts';

const agent: VoiceAgent = {
  id: 'agent_1',
  agentName: 'Desk',
  responseEngineLlmId: 'llm_1',
  voiceId: '11labs-Adrian',
  language: 'en-US',
  voiceSpeed: 1.3,
};
const settings = { ...agentSettingsDefaults, defaultDynamicVariables: {} };
const stored = { agent, settings };

it('SP-58, SPEECH-09: sends the fields that were moved and no other', () => {
  const { agent: sent } = speechChanges(stored, { volume: 0.9, sttMode: 'accurate' });
  expect(sent).toEqual({ volume: 0.9, sttMode: 'accurate' });
});

it('SP-58: a stored value outside the slider is shown as it is and never sent unmoved', () => {
  expect(shownValues(stored, {}, speechDefaults).voiceSpeed).toBe(1.3);
  expect(speechChanges(stored, {}).agent).toEqual({});
});

it('SP-58: a field that was moved back to what is stored is not sent', () => {
  expect(speechChanges(stored, { voiceSpeed: 1.3, responsiveness: 0.52 }).agent).toEqual({});
});

it('SP-69: reminder and background sound go with the settings, never with the agent', () => {
  const edits = { reminderTriggerMs: 5000, reminderMaxCount: 2, ambientSound: 'coffee-shop' } as const;
  expect(speechChanges(stored, edits)).toEqual({ agent: {}, settings: edits });
});

it('switches a stored background sound off', () => {
  const loud = { agent, settings: { ...settings, ambientSound: 'call-center' as const } };
  expect(shownValues(loud, {}, speechDefaults).ambientSound).toBe('call-center');
  expect(shownValues(loud, { ambientSound: null }, speechDefaults).ambientSound).toBeNull();
  expect(speechChanges(loud, { ambientSound: null }).settings).toEqual({ ambientSound: null });
});

it('SPEECH-03 to SPEECH-06, SP-61: shows the defaults while nothing is stored', () => {
  const shown = shownValues({ agent: undefined, settings: undefined }, {}, speechDefaults);
  expect(shown).toEqual({
    voiceSpeed: 1,
    volume: 1,
    responsiveness: 0.52,
    interruptionSensitivity: 0.8,
    sttMode: 'fast',
    reminderTriggerMs: 10_000,
    reminderMaxCount: 1,
    ambientSound: null,
    ambientSoundVolume: 1,
  });
});
