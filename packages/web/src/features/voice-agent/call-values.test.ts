import { agentSettingsDefaults } from '@tendril/contract/voice/agent-defaults';
import { callRanges } from '@tendril/contract/voice/speech-ranges';
import type { VoiceAgent } from '@tendril/contract/voice/voice-agent';
import { describe, expect, it } from 'vitest';
import { callDefaults, callPayload, callSettingsChanges, countCallChanges, toMs } from './call-values.ts';
import { shownValues } from './edited-values.ts';

const fresh: VoiceAgent = {
  id: 'agent_1',
  agentName: 'Desk',
  responseEngineLlmId: 'llm_1',
  voiceId: '11labs-Adrian',
  language: 'en-US',
};
const settings = { ...agentSettingsDefaults, defaultDynamicVariables: {} };

describe('the payload of the call settings', () => {
  it('CALL-13: holds exactly six keys, whatever was changed', () => {
    const edits = { ringDurationMs: 45_000, voicemailOption: { action: 'hangup', text: '' } } as const;
    expect(Object.keys(callPayload({ agent: fresh, settings }, edits)).sort()).toEqual([
      'beginMessageDelayMs',
      'enableVoicemailDetection',
      'endCallAfterSilenceMs',
      'interruptionSensitivity',
      'maxCallDurationMs',
      'voicemailDetectionTimeoutMs',
    ]);
  });

  it('SP-59, SP-61: of an agent without values holds the defaults as they are shown', () => {
    expect(callPayload({ agent: fresh, settings }, {})).toEqual({
      enableVoicemailDetection: true,
      voicemailDetectionTimeoutMs: 5000,
      endCallAfterSilenceMs: 1600,
      maxCallDurationMs: 60_000,
      beginMessageDelayMs: 2600,
      interruptionSensitivity: 0.8,
    });
  });

  it('SP-60: keeps a stored value outside the slider to the millisecond', () => {
    const agent = { ...fresh, maxCallDurationMs: 1_234_567, endCallAfterSilenceMs: 600_000 };
    const sent = callPayload({ agent, settings }, { beginMessageDelayMs: 0 });
    expect(sent).toMatchObject({
      maxCallDurationMs: 1_234_567,
      endCallAfterSilenceMs: 600_000,
      beginMessageDelayMs: 0,
    });
  });

  it('SP-62: voicemail detection is on while it is unknown, then what is stored', () => {
    const off = { ...fresh, enableVoicemailDetection: false };
    const shown = (agent: VoiceAgent | undefined) =>
      shownValues({ agent, settings }, {}, callDefaults).enableVoicemailDetection;
    expect([shown(undefined), shown(fresh), shown(off)]).toEqual([true, true, false]);
    expect(callPayload({ agent: off, settings }, {}).enableVoicemailDetection).toBe(false);
  });

  it.each([
    [5, 'voicemailDetectionTimeoutMs', 5000],
    [12.3, 'endCallAfterSilenceMs', 12_300],
    [1, 'maxCallDurationMs', 60_000],
    [2.5, 'maxCallDurationMs', 150_000],
    [2.6, 'beginMessageDelayMs', 2600],
  ] as const)('CALL-14: %s of %s is %s ms', (shown, field, ms) => {
    expect(toMs(shown, callRanges[field])).toBe(ms);
  });
});

describe('the second request', () => {
  it('SP-64, SP-66: holds the voicemail choice and the ring duration when they were changed', () => {
    const voicemailOption = { action: 'static_text', text: 'Hi {{caller_name}}' } as const;
    const edits = { voicemailOption, ringDurationMs: 45_000, beginMessageDelayMs: 100 };
    expect(callSettingsChanges({ agent: fresh, settings }, edits)).toEqual({
      voicemailOption,
      ringDurationMs: 45_000,
    });
  });

  it('is not made when they are as they were', () => {
    const edits = { voicemailOption: { action: 'static_text', text: '' } as const, ringDurationMs: 30_000 };
    expect(callSettingsChanges({ agent: fresh, settings }, edits)).toEqual({});
  });
});

it('counts what differs from the stored values', () => {
  const edits = { beginMessageDelayMs: 100, ringDurationMs: 30_000, interruptionSensitivity: 0.8 };
  expect(countCallChanges({ agent: fresh, settings }, edits)).toBe(1);
});
