import type { ChatTurn } from '@tendril/contract/provider/memory';
import { flowActKeys } from '@tendril/contract/voice/flow-acts';
import { stageDirections } from '@tendril/contract/voice/stage-directions';
import type { ReplyPart, ReplyRequest, SpokenTurn } from '@tendril/voice/responder';
import type { PredictionService } from '../../../flows/predictions/public.ts';
import { type CallResponder, lastWordsOf, type ResponderCall } from './call-responder.ts';

export interface FlowParts {
  askForCall: PredictionService['askForCall'];
  flowId: string;
  versionId: string | null;
  isDemo: boolean;
  /** The flow's state that the call begins with, when it goes on from an earlier one. */
  state: FlowState | undefined;
}

/** Answers with any flow or pipeline of the workspace: each answer is a run of it, and the call is its conversation. */
export function createFlowResponder(call: ResponderCall, parts: FlowParts): CallResponder {
  const { flowId, versionId, state: sessionState } = parts;
  const replayed = toHistory(call.replayed);
  /** What the flow's state asked of the call so far: what it keeps is asked for once. */
  let before: FlowState = sessionState ?? {};
  /** The node that gave the answer before. */
  let former: FlowNode | undefined;

  async function* reply(request: ReplyRequest): AsyncGenerator<ReplyPart> {
    const { turn, turns, cause, signal } = request;
    const question = cause === 'answer' ? lastWordsOf(turns) : stageDirections[cause];
    let state: FlowState = {};
    let node: FlowNode | undefined;
    let isNoted = false;
    const noteNode = () => {
      if (isNoted || !node) return;
      isNoted = true;
      if (former && former.id !== node.id)
        request.emit({ type: 'node-transition', turn, from: former, to: node });
      former = node;
    };
    const answer = parts.askForCall({
      workspaceId: call.workspaceId,
      flowId,
      versionId,
      callId: call.callId,
      question,
      variables: request.variables,
      guidance: request.guidance,
      isEphemeral: call.isPrivate,
      // Messages of this call are in the flow's memory already, where they may be stored.
      history: call.isPrivate ? toHistory(turnsBefore(request)) : replayed,
      sessionState,
      signal,
      onRun: (runId) => request.emit({ type: 'flow-run', turn, flowId, runId }),
      onNode(begun) {
        node = begun;
      },
      onEnd({ costUsd, sessionState: left = {} }) {
        call.noteCost(costUsd);
        state = left;
      },
    });
    for await (const text of answer) {
      noteNode();
      yield { type: 'text', text };
    }
    yield* actsOf(state, before);
    before = state;
  }

  return { isDemo: parts.isDemo, reply };
}

type FlowState = Readonly<Record<string, unknown>>;
type FlowNode = { id: string; name: string };

/** What a flow's state asks of the call once its answer is said. */
function actsOf(state: FlowState, before: FlowState): ReplyPart[] {
  const asked = (key: string): string => {
    const value = state[key];
    return value === before[key] || (typeof value !== 'string' && typeof value !== 'number')
      ? ''
      : String(value);
  };
  const [digits, number] = [asked(flowActKeys.pressDigits), asked(flowActKeys.transferTo)];
  return [
    ...(digits === '' ? [] : [{ type: 'press' as const, digits }]),
    ...(number === '' ? [] : [{ type: 'transfer' as const, number }]),
    ...(asked(flowActKeys.endCall) === '' ? [] : [{ type: 'end-call' as const }]),
  ];
}

/** What was said before: the caller's last words are the question itself. */
function turnsBefore({ turns, cause }: Pick<ReplyRequest, 'turns' | 'cause'>): readonly SpokenTurn[] {
  const last = cause === 'answer' ? turns.findLastIndex((turn) => turn.speaker === 'caller') : -1;
  return turns.filter((_, place) => place !== last);
}

function toHistory(turns: readonly SpokenTurn[]): ChatTurn[] {
  return turns.flatMap((turn): ChatTurn[] => {
    if (turn.speaker === 'tool' || turn.text === '') return [];
    return [{ role: turn.speaker === 'caller' ? 'user' : 'assistant', content: turn.text }];
  });
}
