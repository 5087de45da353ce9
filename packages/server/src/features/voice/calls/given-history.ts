import type { ReplayedLine, TranscriptLine } from '@tendril/contract/api/calls';
import { AppError } from '@tendril/contract/app-error';
import type { ReplayedTurn } from '@tendril/voice/responder';
import { replayEvents } from '@tendril/voice/session/replay-events';
import type { CallTable } from '../../../platform/db/voice-tables.ts';
import { toTranscript } from './call-transcript.ts';

/** The turns that a test begins with, as its session takes them. */
export function toReplayedTurns(history: readonly ReplayedLine[]): ReplayedTurn[] {
  return history.map((line, place): ReplayedTurn => {
    if (line.role === 'user') return { speaker: 'caller', text: line.content };
    if (line.role === 'agent') {
      const { flowRun } = line;
      return { speaker: 'agent', text: line.content, ...(flowRun && { flowRun }) };
    }
    const { name, arguments: given, content: result, isOk, variables } = line;
    return {
      speaker: 'tool',
      toolId: `replayed-${place + 1}`,
      name,
      arguments: given,
      result,
      isOk,
      variables,
    };
  });
}

/** The same as lines of the transcript. */
export function transcriptOf(history: readonly ReplayedTurn[]): TranscriptLine[] {
  return toTranscript(replayEvents(history).events.map((event) => ({ ...event, offsetMs: 0 })));
}

/** Throws INVALID_INPUT for turns that a call cannot begin with. */
export function checkHistory(history: readonly ReplayedTurn[], { kind }: Pick<CallTable, 'kind'>): void {
  if (history.length > 0 && kind !== 'test') throw refusal('only tests begin with turns');
}

function refusal(message: string): AppError {
  return new AppError('INVALID_INPUT', `history: ${message}.`, { details: [{ path: 'history', message }] });
}
