import type { CallAnalysis, TranscriptLine } from '@tendril/contract/api/calls';
import type { DisconnectionReason } from '@tendril/contract/call-event';
import type { PostCallField } from '@tendril/contract/voice/post-call-field';

/** A finished call, as its analysis sees it. */
export interface Conversation {
  transcript: readonly TranscriptLine[];
  /** The complete ones, with distinct names. */
  fields: readonly PostCallField[];
  reason: DisconnectionReason | null;
}

export type FieldValue = CallAnalysis['customAnalysisData'][string];
export type FieldValues = CallAnalysis['customAnalysisData'];

/** What an analysis found; its caller adds `by`. */
export type CallReading = Omit<CallAnalysis, 'by'>;

/** A call with fewer sentences than this is too short to analyse. */
export const fewestMessages = 2;

/** Sentences of either side, without function results. */
export function messagesOf(transcript: readonly TranscriptLine[]): TranscriptLine[] {
  return transcript.filter(({ role, content }) => role !== 'tool' && content.trim() !== '');
}

/** A required field that was not found makes a call unsuccessful. */
export function lacksRequired(fields: readonly PostCallField[], values: FieldValues): boolean {
  return fields.some(({ name, isRequired }) => isRequired && (values[name] ?? null) === null);
}

/** The summary of a call in which practically nothing was said. */
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
