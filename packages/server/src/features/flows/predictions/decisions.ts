import type { Body } from '@tendril/contract/api/endpoint';
import type { PredictionBody } from '@tendril/contract/api/predictions';
import type { startRun } from '@tendril/contract/api/runs';
import { AppError } from '@tendril/contract/app-error';
import type { Scope } from '../../../platform/db/scope.ts';
import { notWaiting, type RunService } from '../runs/public.ts';

type Waiting = Awaited<ReturnType<RunService['requireWaiting']>>;

/** What a question means to a run of its chat that waits for a decision. */
export type Decided =
  | { kind: 'goes-on'; waiting: Waiting; isApproved: boolean; note?: string; said: string }
  /** Something else was asked: the decision is abandoned. */
  | { kind: 'cancels'; runId: string };

interface Asked {
  question: string;
  chatId: string | undefined;
  action?: PredictionBody['action'];
  decides?: Body<typeof startRun>['decides'];
  humanInput?: PredictionBody['humanInput'];
}

function buttonsOf({ checkpoint }: Waiting): { approve: string; reject: string } {
  const [pause] = checkpoint.pauses;
  return { approve: pause?.request.approve ?? 'Yes', reject: pause?.request.reject ?? 'No' };
}

/** The next message of a chat from clients that do not support decisions: the text of a button decides. */
function byWords(waiting: Waiting, question: string): Decided {
  const { approve, reject } = buttonsOf(waiting);
  const words = question.trim();
  if (words !== approve && words !== reject) return { kind: 'cancels', runId: waiting.run.id };
  return { kind: 'goes-on', waiting, isApproved: words === approve, said: words };
}

function withNote(decided: Decided, note: string | undefined): Decided {
  return note && decided.kind === 'goes-on' ? { ...decided, note, said: note } : decided;
}

/** A decision as clients of agent flows send it. Throws CONFLICT when no run waits, or another step. */
function byHumanInput(
  waiting: Waiting | undefined,
  { type, startNodeId, feedback }: NonNullable<PredictionBody['humanInput']>,
): Decided {
  const [pause] = waiting?.checkpoint.pauses ?? [];
  const isAsking = startNodeId === undefined || startNodeId === (pause?.at?.nodeId ?? pause?.nodeId);
  if (!waiting || !isAsking) throw notWaiting();
  const isApproved = type === 'proceed';
  const { approve, reject } = buttonsOf(waiting);
  const said = isApproved ? approve : reject;
  return withNote({ kind: 'goes-on', waiting, isApproved, said }, feedback?.trim());
}

function requireSameChat(waiting: Waiting, flowId: string, chatId: string | undefined): void {
  const { run } = waiting;
  if (run.flowId === flowId && (chatId === undefined || run.chatId === chatId)) return;
  throw new AppError('NOT_FOUND', 'Run in this chat not found.');
}

/**
 * Determines whether a question is a decision on a waiting run. `canWait` says whether the chat may have one. Throws
 * NOT_FOUND for a run of another chat, CONFLICT for one that is no longer waiting.
 */
export async function readDecision(
  runs: RunService,
  flow: Scope & { id: string },
  { question, chatId, action, decides, humanInput }: Asked,
  canWait: boolean,
): Promise<Decided | undefined> {
  if (decides) {
    const waiting = await runs.requireWaiting(flow, decides.runId);
    requireSameChat(waiting, flow.id, chatId);
    const isApproved = decides.decision === 'approve';
    const { approve, reject } = buttonsOf(waiting);
    // A chat shows the pressed button's text as the question: it adds nothing to the decision.
    const words = question.trim();
    const note = decides.note?.trim() || (words === approve || words === reject ? '' : words);
    return {
      kind: 'goes-on',
      waiting,
      isApproved,
      ...(note && { note }),
      said: note || (isApproved ? approve : reject),
    };
  }
  if (action?.id) {
    const waiting = await runs.requireWaiting(flow, action.id);
    requireSameChat(waiting, flow.id, chatId);
    return withNote(byWords(waiting, question), action.note?.trim());
  }
  if (humanInput) {
    const found = chatId === undefined ? undefined : await runs.findWaiting(flow, flow.id, chatId);
    return byHumanInput(found, humanInput);
  }
  if (!canWait || chatId === undefined) return undefined;
  const waiting = await runs.findWaiting(flow, flow.id, chatId);
  return waiting && byWords(waiting, question);
}
