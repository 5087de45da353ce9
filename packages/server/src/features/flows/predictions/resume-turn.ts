import { AppError } from '@tendril/contract/app-error';
import type { RunPart } from '@tendril/contract/run-event';
import type { RunnableFlow } from '../flows/public.ts';
import type { Decided } from './decisions.ts';
import { callersOfRun } from './flow-callers.ts';
import type { FlowPlans, ReadyVersion } from './flow-plans.ts';
import type { Preparation } from './turn-runner.ts';

type GoesOn = Extract<Decided, { kind: 'goes-on' }>;

function isMissing(error: unknown): boolean {
  return error instanceof AppError && error.code === 'NOT_FOUND';
}

/** The version that asked; if that autosave has been replaced since, its successor. */
async function versionOf(
  plans: FlowPlans,
  flow: RunnableFlow,
  { run }: GoesOn['waiting'],
): Promise<ReadyVersion> {
  const current = run.source === 'canvas' ? flow.draftVersionId : flow.liveVersionId;
  try {
    return await plans.plan(flow, run.versionId ?? current);
  } catch (error) {
    if (!isMissing(error)) throw error;
    return plans.plan(flow, current);
  }
}

/** Refuses to resume where the version that asked no longer exists; checked before the decision is recorded. */
function requireAsking({ plan }: ReadyVersion, { checkpoint }: GoesOn['waiting']): void {
  if (checkpoint.pauses.every(({ nodeId }) => plan.nodes.has(nodeId))) return;
  throw new AppError(
    'CONFLICT',
    'The flow has changed since it asked for a decision. Ask your question again.',
  );
}

/** What a waiting run still has to settle. */
function aheadOf({ checkpoint }: GoesOn['waiting']): string[] {
  const settled = new Set(checkpoint.settled);
  return [...checkpoint.round.members.filter((id) => !settled.has(id)), ...checkpoint.scope.endings];
}

/** A turn applied to the waiting run of its chat: it resumes the run, or ends it. */
export async function withDecision(
  plans: FlowPlans,
  prepared: Preparation,
  decided: Decided | undefined,
): Promise<Preparation> {
  if (!decided) return prepared;
  if (decided.kind === 'cancels') return { ...prepared, turn: { ...prepared.turn, cancels: decided.runId } };
  const { waiting, isApproved, note, said } = decided;
  const { run, checkpoint } = waiting;
  const version = await versionOf(plans, prepared.admitted.flow, waiting);
  requireAsking(version, waiting);
  const part = run.part === null ? undefined : (JSON.parse(run.part) as RunPart);
  const isCanvas = run.source === 'canvas';
  return {
    ...prepared,
    // It goes on for the caller who asked, not for the one who decides.
    admitted: { flow: prepared.admitted.flow, version, callers: callersOfRun(run) },
    conversation: { chatId: run.chatId, sessionId: run.sessionId },
    question: said,
    attachment: checkpoint.fileAttachment,
    overrides: { values: checkpoint.overrides, variables: checkpoint.overrideVariables ?? {} },
    resumption: { checkpoint, decision: { isApproved, ...(note && { note }) } },
    turn: { ...prepared.turn, resumes: run.id },
    ...((isCanvas || part) && {
      canvas: { request: { usesPins: isCanvas }, planned: aheadOf(waiting), ...(part && { part }) },
    }),
  };
}
