import { agentSettingsDefaults, voiceLlmDefaults } from '@tendril/contract/voice/agent-defaults';
import type {
  VoiceAgentFields,
  VoiceAgentSettings,
  VoiceLlmFields,
} from '@tendril/contract/voice/voice-agent';
import type { CallConfig } from '@tendril/voice/call-session';
import { expect, it } from 'vitest';
import { builtInFacts, callConfig, createBuiltIn, createFill } from './call-config.ts';

const outbound = { kind: 'phone', direction: 'outbound' } as const;
const fill = createFill(() => ({}), { name: 'Ann' });

/** The settings of a call by an agent that has these alone. */
function configOf(
  {
    agent = {},
    settings = {},
    llm = {},
  }: {
    agent?: Partial<VoiceAgentFields>;
    settings?: Partial<VoiceAgentSettings>;
    llm?: Partial<VoiceLlmFields>;
  } = {},
  line: Parameters<typeof callConfig>[2] = outbound,
): CallConfig {
  const fields = { id: 'a', agentName: 'A', responseEngineLlmId: 'l', voiceId: 'v', language: 'en-US' };
  const snapshot = {
    agent: { ...fields, ...agent },
    settings: { ...agentSettingsDefaults, ...settings },
    llm: { ...voiceLlmDefaults, ...llm },
  };
  return callConfig(snapshot, fill, line);
}

it.each<[Partial<VoiceAgentFields>, Partial<CallConfig>]>([
  [{ language: 'de-DE' }, { language: 'de-DE' }],
  [{ voiceSpeed: 1.4 }, { voiceSpeed: 1.4 }],
  [{ volume: 0.3 }, { volume: 0.3 }],
  [{ responsiveness: 0.1 }, { responsiveness: 0.1 }],
  [{ interruptionSensitivity: 0 }, { interruptionSensitivity: 0 }],
  [{ sttMode: 'accurate' }, { sttMode: 'accurate' }],
  [{ endCallAfterSilenceMs: 12_300 }, { endCallAfterSilenceMs: 12_300 }],
  [{ maxCallDurationMs: 90_000 }, { maxCallDurationMs: 90_000 }],
  [{ beginMessageDelayMs: 100 }, { beginMessageDelayMs: 100 }],
])('%o of an agent is what its calls go by', (agent, expected) => {
  expect(configOf({ agent })).toMatchObject(expected);
  expect(configOf()).not.toMatchObject(expected);
});

it.each<[Partial<VoiceAgentSettings>, Partial<CallConfig>]>([
  [{ reminderTriggerMs: 7000 }, { reminderTriggerMs: 7000 }],
  [{ reminderMaxCount: 4 }, { reminderMaxCount: 4 }],
  [{ boostedKeywords: ['{{name}}'] }, { keywords: ['Ann'] }],
  [{ allowUserDtmf: false }, { keypad: { isOff: true, terminationKey: '#' } }],
  [
    { userDtmfOptions: { digitLimit: 4, terminationKey: '*', timeoutMs: 3000 } },
    { keypad: { digitLimit: 4, terminationKey: '*', timeoutMs: 3000 } },
  ],
  [{ ringDurationMs: 9000 }, { transferRingMs: 9000 }],
  [{ ivrOption: { action: 'hangup' } }, { menuWithinMs: 180_000 }],
])('%o of the settings is what calls go by', (settings, expected) => {
  expect(configOf({ settings })).toMatchObject(expected);
  expect(configOf()).not.toMatchObject(expected);
});

it('CALL-03 to CALL-06: a machine is looked for in calls that the agent places, as long as it says', () => {
  const agent = { enableVoicemailDetection: true, voicemailDetectionTimeoutMs: 3000 };
  const leaving = (action: 'hangup' | 'static_text' | 'prompt', text = '') =>
    configOf({ agent, settings: { voicemailOption: { action, text } } }).voicemail;
  expect(leaving('hangup')).toEqual({ withinMs: 3000 });
  expect(leaving('static_text', 'Hello {{name}}')).toEqual({ withinMs: 3000, message: 'Hello Ann' });
  expect(leaving('prompt', 'Greet {{name}}')).toEqual({ withinMs: 3000, prompt: 'Greet Ann' });
  expect(configOf({ agent: { enableVoicemailDetection: false } }).voicemail).toBeUndefined();
  expect(configOf({ agent }, { kind: 'phone', direction: 'inbound' }).voicemail).toBeUndefined();
  const menu = { settings: { ivrOption: { action: 'hangup' } as const } };
  expect(configOf(menu, { kind: 'web', direction: 'outbound' }).menuWithinMs).toBeUndefined();
});

it('a custom LLM, which knows of no machines, leaves the usual message', () => {
  const settings = {
    brain: { type: 'custom-llm', url: 'wss://example.com' },
    voicemailOption: { action: 'prompt', text: 'Greet' },
  } as const;
  expect(configOf({ settings }).voicemail?.message).toContain('Sorry that we missed you');
});

it('timezone: the time that an agent speaks of is that of its place', () => {
  const row = { id: 'c', channel: 'audio', direction: 'inbound', fromNumber: '', toNumber: '' };
  const hourIn = (timezone: string) =>
    createBuiltIn(builtInFacts(row as never, timezone, Date.now()))('{{current_time}}')['current_time'];
  expect(hourIn('Asia/Tokyo')).not.toBe(hourIn('America/Los_Angeles'));
});

it('enableBackchannel, backchannelFrequency and backchannelWords: whether, how often and what is said', () => {
  const settings = { enableBackchannel: true, backchannelFrequency: 0.3, backchannelWords: ['Right.'] };
  expect(configOf({ settings }).backchannel).toEqual({ frequency: 0.3, words: ['Right.'] });
  expect(configOf({ settings: { ...settings, enableBackchannel: false } })).not.toHaveProperty('backchannel');
  expect(configOf()).not.toHaveProperty('backchannel');
  const llm = { speechModel: 'gpt-realtime' } as const;
  expect(configOf({ settings, llm })).not.toHaveProperty('backchannel');
});

it('denoising: the caller is heard without their noise where the agent wants it', () => {
  expect(configOf().denoising).toBe('none');
  expect(configOf({ settings: { denoising: 'noise' } }).denoising).toBe('noise');
});

it('voiceTemperature, voiceEmotion and pronunciations: the voice is asked to speak by them', () => {
  const pronunciations = [{ word: 'Siobhan', ipa: 'ʃɪˈvɔːn' }];
  const manner = { voiceTemperature: 1.4, voiceEmotion: 'calm' as const, pronunciations };
  expect(configOf({ settings: manner })).toMatchObject(manner);
  expect(configOf()).not.toHaveProperty('voiceEmotion');
});
