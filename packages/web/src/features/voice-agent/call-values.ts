import { agentSettingsDefaults } from '@tendril/contract/voice/agent-defaults';
import { callRanges, type SliderRange } from '@tendril/contract/voice/speech-ranges';
import type { VoiceAgentFields, VoiceAgentSettings } from '@tendril/contract/voice/voice-agent';
import type { AgentEdits } from './agent-edits-store.ts';
import { changedValues, type StoredAgent, shownValues } from './edited-values.ts';

/** The six keys of the save, and no other. */
const agentKeys = [
  'enableVoicemailDetection',
  'voicemailDetectionTimeoutMs',
  'endCallAfterSilenceMs',
  'maxCallDurationMs',
  'beginMessageDelayMs',
  'interruptionSensitivity',
] as const;
type CallPayload = Pick<VoiceAgentFields, (typeof agentKeys)[number]>;

/** What the second request saves when it was changed. */
const settingsKeys = [
  'voicemailOption',
  'ringDurationMs',
  'ivrOption',
  'allowUserDtmf',
  'userDtmfOptions',
  'timezone',
] as const;

type CallSettings = Pick<VoiceAgentSettings, (typeof settingsKeys)[number]>;
export type CallValues = CallPayload & CallSettings;

/** A value of a slider in milliseconds, whole. */
export function toMs(shown: number, { msPerUnit = 1 }: SliderRange): number {
  return Math.round(shown * msPerUnit);
}

/** Milliseconds in what the slider counts. */
export function fromMs(ms: number, { msPerUnit = 1 }: SliderRange): number {
  return ms / msPerUnit;
}

const startMs = (range: SliderRange) => toMs(range.default, range);

/** What an agent without a value of its own shows: voicemail detection is on until it is known. */
export const callDefaults: CallValues = {
  enableVoicemailDetection: true,
  voicemailDetectionTimeoutMs: startMs(callRanges.voicemailDetectionTimeoutMs),
  endCallAfterSilenceMs: startMs(callRanges.endCallAfterSilenceMs),
  maxCallDurationMs: startMs(callRanges.maxCallDurationMs),
  beginMessageDelayMs: startMs(callRanges.beginMessageDelayMs),
  interruptionSensitivity: callRanges.interruptionSensitivity.default,
  voicemailOption: agentSettingsDefaults.voicemailOption,
  ringDurationMs: startMs(callRanges.ringDurationMs),
  ivrOption: agentSettingsDefaults.ivrOption,
  allowUserDtmf: agentSettingsDefaults.allowUserDtmf,
  userDtmfOptions: agentSettingsDefaults.userDtmfOptions,
  timezone: agentSettingsDefaults.timezone,
};

/** The update of the agent: all six as they are shown, untouched ones exactly as they are stored. */
export function callPayload(stored: StoredAgent, edits: AgentEdits): CallPayload {
  const shown = shownValues(stored, edits, callDefaults);
  return Object.fromEntries(agentKeys.map((key) => [key, shown[key]])) as CallPayload;
}

/** The second request; empty when nothing of it was changed. */
export function callSettingsChanges(stored: StoredAgent, edits: AgentEdits): Partial<CallSettings> {
  return changedValues(stored, edits, callDefaults, settingsKeys);
}

/** How many values differ from what is stored. */
export function countCallChanges(stored: StoredAgent, edits: AgentEdits): number {
  return Object.keys(changedValues(stored, edits, callDefaults, [...agentKeys, ...settingsKeys])).length;
}
