import {
  builtInVariables,
  type CallFacts,
  fillDynamicVariables,
} from '@tendril/contract/voice/dynamic-variables';
import { defaultLanguage } from '@tendril/contract/voice/languages';
import {
  callLimits,
  callRanges,
  type SliderRange,
  speechRanges,
} from '@tendril/contract/voice/speech-ranges';
import { stockSentences } from '@tendril/contract/voice/stock-sentences.data';
import type { VoiceAgentSnapshot } from '@tendril/contract/voice/voice-agent';
import type { CallConfig, KeypadRules, VoicemailRules } from '@tendril/voice/call-session';
import type { CallTable } from '../../../platform/db/voice-tables.ts';

/** The default that a screen shows for a field that was never saved is the one a call uses. */
const shownMs = ({ default: shown, msPerUnit = 1 }: SliderRange) => Math.round(shown * msPerUnit);

/** Fills the placeholders of a text: the call's own values take precedence over the built-in ones. */
type FillPlaces = (text: string) => string;

/** The agent's settings for one call. */
export function callConfig(
  { agent, settings, llm }: VoiceAgentSnapshot,
  fill: FillPlaces,
  line: Pick<CallTable, 'kind' | 'direction'> & Partial<Pick<CallTable, 'isPrivate'>>,
): CallConfig {
  return {
    language: agent.language || defaultLanguage,
    voiceSpeed: agent.voiceSpeed ?? speechRanges.voiceSpeed.default,
    volume: agent.volume ?? speechRanges.volume.default,
    voiceTemperature: settings.voiceTemperature,
    ...(settings.voiceEmotion && { voiceEmotion: settings.voiceEmotion }),
    pronunciations: settings.pronunciations,
    responsiveness: agent.responsiveness ?? speechRanges.responsiveness.default,
    interruptionSensitivity: agent.interruptionSensitivity ?? speechRanges.interruptionSensitivity.default,
    sttMode: agent.sttMode ?? 'fast',
    endCallAfterSilenceMs: agent.endCallAfterSilenceMs ?? shownMs(callRanges.endCallAfterSilenceMs),
    maxCallDurationMs: agent.maxCallDurationMs ?? shownMs(callRanges.maxCallDurationMs),
    beginMessageDelayMs: agent.beginMessageDelayMs ?? shownMs(callRanges.beginMessageDelayMs),
    beginMode: beginModeOf({ settings, llm }),
    beginMessage: fill(llm.beginMessage),
    reminderTriggerMs: settings.reminderTriggerMs,
    reminderMaxCount: settings.reminderMaxCount,
    keywords: settings.boostedKeywords.map(fill),
    denoising: settings.denoising,
    keypad: keypadRules(settings),
    transferRingMs: settings.ringDurationMs || callLimits.ringDurationMs,
    ...(settings.enableBackchannel && !speaksItself({ settings, llm }) && backchannel(settings)),
    ...(isDialled(line) && detectsVoicemail(agent) && { voicemail: voicemailRules(agent, settings, fill) }),
    // Nothing of it may be kept, and nobody answers it.
    ...(line.isPrivate === 1 && { leavesAtTransfer: true as const }),
    ...(isDialled(line) && settings.ivrOption && { menuWithinMs }),
  };
}

/** Menus that answer are looked for in the first minutes of a call. */
const menuWithinMs = 180_000;

/** A model that speaks itself has a voice of its own: a word in another one would be somebody else's. */
function speaksItself({ settings, llm }: Pick<VoiceAgentSnapshot, 'settings' | 'llm'>): boolean {
  return settings.brain.type === 'prompt' && llm.speechModel !== null;
}

function backchannel({
  backchannelFrequency: frequency,
  backchannelWords: words,
}: VoiceAgentSnapshot['settings']) {
  return { backchannel: { frequency, words } };
}

function keypadRules({ allowUserDtmf, userDtmfOptions }: VoiceAgentSnapshot['settings']): KeypadRules {
  const { digitLimit, terminationKey, timeoutMs } = userDtmfOptions;
  return {
    terminationKey,
    ...(!allowUserDtmf && { isOff: true }),
    ...(digitLimit !== null && { digitLimit }),
    ...(timeoutMs !== null && { timeoutMs }),
  };
}

/** Only a telephone that we called may be answered by a machine. */
function isDialled({ kind, direction }: Pick<CallTable, 'kind' | 'direction'>): boolean {
  return kind === 'phone' && direction === 'outbound';
}

/** On unless it was switched off, as the switch shows it. */
export function detectsVoicemail({ enableVoicemailDetection }: VoiceAgentSnapshot['agent']): boolean {
  return enableVoicemailDetection ?? true;
}

function voicemailRules(
  agent: VoiceAgentSnapshot['agent'],
  { voicemailOption, brain }: VoiceAgentSnapshot['settings'],
  fill: FillPlaces,
): VoicemailRules {
  const withinMs = agent.voicemailDetectionTimeoutMs || shownMs(callRanges.voicemailDetectionTimeoutMs);
  if (voicemailOption.action === 'hangup') return { withinMs };
  const text = fill(voicemailOption.text).trim();
  const politeMessage = stockSentences(agent.language || defaultLanguage).missed;
  // A custom LLM knows of no machines, so nothing can be made up there.
  if (voicemailOption.action === 'prompt')
    return brain.type === 'custom-llm' ? { withinMs, message: politeMessage } : { withinMs, prompt: text };
  return { withinMs, message: text || politeMessage };
}

// A custom LLM decides itself whether it greets: it sends a message, or none.
function beginModeOf({ settings, llm }: Pick<VoiceAgentSnapshot, 'settings' | 'llm'>) {
  return settings.brain.type === 'custom-llm' && llm.beginMode === 'user' ? 'dynamic' : llm.beginMode;
}

/** What the built-in values of a call are computed from. */
export function builtInFacts(row: CallTable, timezone: string, startedAt: number): Omit<CallFacts, 'now'> {
  const isInbound = row.direction === 'inbound';
  return {
    callId: row.id,
    sessionType: row.channel === 'audio' ? 'voice' : 'text',
    direction: row.direction,
    agentNumber: isInbound ? row.toNumber : row.fromNumber,
    userNumber: isInbound ? row.fromNumber : row.toNumber,
    timezone,
    startedAt,
  };
}

/** Built-in values of a call for placeholders. */
export function createBuiltIn(facts: Omit<CallFacts, 'now'>) {
  return (text: string) => builtInVariables(text, { ...facts, now: new Date() });
}

/** Fills texts with the values of a call. */
export function createFill(
  builtIn: (text: string) => Record<string, string>,
  variables: Readonly<Record<string, string>>,
): FillPlaces {
  return (text) => fillDynamicVariables(text, { ...builtIn(text), ...variables });
}
