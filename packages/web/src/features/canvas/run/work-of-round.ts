import type { TraceSpan } from '../../runs/trace.ts';
import type { NodeWork } from './node-work.ts';

/** Which of its rounds a node is looked at in: the element's frame, and the round of a loop. */
export interface RoundKey {
  frame?: string | undefined;
  round?: number | undefined;
}

/** Whether a span is the one of a round. */
export function isRound(span: RoundKey, key: RoundKey): boolean {
  return span.frame === key.frame && (span.round ?? 1) === (key.round ?? 1);
}

/** What belongs to a round: of the node's own steps those that ran in it, and all that others had of the node. */
function stepsOf(work: NodeWork, round: TraceSpan): readonly TraceSpan[] {
  const endMs = round.ms === undefined ? Number.POSITIVE_INFINITY : round.startMs + round.ms + 1;
  return work.steps.filter(
    (step) =>
      step.callerId !== round.nodeId ||
      (step.frame === round.frame && step.startMs >= round.startMs && step.startMs <= endMs),
  );
}

/** A node's work in one of its rounds; the latest where that one is not among them. */
export function workOfRound(work: NodeWork, key: RoundKey | null): NodeWork {
  if (work.rounds.length < 2) return work;
  const round = (key && work.rounds.find((span) => isRound(span, key))) ?? work.rounds[0];
  return round ? { ...work, rounds: [round], steps: stepsOf(work, round) } : work;
}
