import type { CallAnalysis, TranscriptLine } from '@tendril/contract/api/calls';
import type { DisconnectionReason } from '@tendril/contract/call-event';
import type { PostCallField } from '@tendril/contract/voice/post-call-field';

/** A finished call, as its readers see it. */
export interface Conversation {
  transcript: readonly TranscriptLine[];
  /** Those that can be drawn: complete, and with different names. */
  fields: readonly PostCallField[];
  reason: DisconnectionReason | null;
}

export type FieldValue = CallAnalysis['customAnalysisData'][string];
export type FieldValues = CallAnalysis['customAnalysisData'];

/** What a reader found; `by` is added by whoever asked it. */
export type CallReading = Omit<CallAnalysis, 'by'>;

/** With fewer sentences than this a call holds nothing to read. */
export const fewestMessages = 2;

/** Sentences of either side; what functions gave is none. */
export function messagesOf(transcript: readonly TranscriptLine[]): TranscriptLine[] {
  return transcript.filter(({ role, content }) => role !== 'tool' && content.trim() !== '');
}

/** A field that has to be found, and was not, makes a call unsuccessful. */
export function lacksRequired(fields: readonly PostCallField[], values: FieldValues): boolean {
  return fields.some(({ name, isRequired }) => isRequired && (values[name] ?? null) === null);
}

/** What is said of a call in which nobody said anything to speak of. */
export function emptyReading({ fields, reason }: Conversation): CallReading {
  return {
    callSummary: '',
    callSuccessful: false,
    userSentiment: 'Unknown',
    inVoicemail: reason === 'voicemail_reached',
    customAnalysisData: Object.fromEntries(fields.map(({ name }) => [name, null])),
  };
}

/** Without anything that somebody said: choices were written by the agent's owner, text was not. */
export function withoutWords(reading: CallReading, fields: readonly PostCallField[]): CallReading {
  const texts = new Set(fields.filter(({ type }) => type === 'string').map(({ name }) => name));
  const kept = Object.entries(reading.customAnalysisData).map(([name, value]) => [
    name,
    texts.has(name) ? null : value,
  ]);
  return { ...reading, callSummary: '', customAnalysisData: Object.fromEntries(kept) };
}
