import type { ChatTurn } from '@tendril/contract/provider/memory';
import { stageDirections } from '@tendril/contract/voice/stage-directions';
import type { ReplyPart, ReplyRequest } from '@tendril/voice/responder';
import type { PredictionService } from '../../../flows/predictions/public.ts';
import { type CallResponder, lastWordsOf, type ResponderCall } from './call-responder.ts';

export interface FlowParts {
  askForCall: PredictionService['askForCall'];
  flowId: string;
  versionId: string | null;
  isDemo: boolean;
}

/** Answers with any flow or pipeline of the workspace: each answer is a run of it, and the call is its conversation. */
export function createFlowResponder(call: ResponderCall, parts: FlowParts): CallResponder {
  const { flowId, versionId } = parts;

  async function* reply(request: ReplyRequest): AsyncGenerator<ReplyPart> {
    const { turn, turns, cause, signal } = request;
    const question = cause === 'answer' ? lastWordsOf(turns) : stageDirections[cause];
    const answer = parts.askForCall({
      workspaceId: call.workspaceId,
      flowId,
      versionId,
      callId: call.callId,
      question,
      variables: request.variables,
      guidance: request.guidance,
      ...(call.isPrivate && { ephemeral: { history: toHistory(request) } }),
      signal,
      onRun: (runId) => request.emit({ type: 'flow-run', turn, flowId, runId }),
      onEnd: ({ costUsd }) => call.noteCost(costUsd),
    });
    for await (const text of answer) yield { type: 'text', text };
  }

  return { isDemo: parts.isDemo, reply };
}

/** What was said before: the caller's last words are the question itself. */
function toHistory({ turns, cause }: Pick<ReplyRequest, 'turns' | 'cause'>): ChatTurn[] {
  const last = cause === 'answer' ? turns.findLastIndex((turn) => turn.speaker === 'caller') : -1;
  return turns.flatMap((turn, place): ChatTurn[] => {
    if (place === last || turn.speaker === 'tool' || turn.text === '') return [];
    return [{ role: turn.speaker === 'caller' ? 'user' : 'assistant', content: turn.text }];
  });
}
