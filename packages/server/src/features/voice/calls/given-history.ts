import type { ReplayedLine, TranscriptLine } from '@tendril/contract/api/calls';
import { AppError } from '@tendril/contract/app-error';
import type { VoiceAgentSettings } from '@tendril/contract/voice/voice-agent';
import type { ReplayedTurn } from '@tendril/voice/responder';
import { replayEvents } from '@tendril/voice/session/replay-events';
import type { CallTable } from '../../../platform/db/voice-tables.ts';
import { toTranscript } from './call-transcript.ts';

/** The turns that a test begins with, as its session takes them. */
export function toReplayedTurns(history: readonly ReplayedLine[]): ReplayedTurn[] {
  return history.map((line, place): ReplayedTurn => {
    if (line.role !== 'tool')
      return { speaker: line.role === 'user' ? 'caller' : 'agent', text: line.content };
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
export function checkHistory(
  history: readonly ReplayedTurn[],
  { kind }: Pick<CallTable, 'kind'>,
  { brain }: Pick<VoiceAgentSettings, 'brain'>,
): void {
  if (history.length === 0) return;
  if (kind !== 'test') throw refusal('only tests begin with turns');
  if (brain.type === 'flow') throw refusal('what a flow remembers is its own, so its calls begin anew');
}

function refusal(message: string): AppError {
  return new AppError('INVALID_INPUT', `history: ${message}.`, { details: [{ path: 'history', message }] });
}
