import { AppError } from '@tendril/contract/app-error';
import type { Decision, RunContext } from '@tendril/contract/node/run-context';
import type { FrameCheckpoint } from './checkpoint.ts';
import type { PlannedNode } from './flow-plan.ts';
import { RunPaused } from './run-paused.ts';
import type { RunRequest } from './run-request.ts';
import type { Running } from './running.ts';
import { openParts, type PartsByStep } from './step-parts.ts';
import type { StoredState } from './stored-outputs.ts';

/** Tokens and cost of a run, added up as its steps end. */
interface RunTotals {
  inputTokens: number;
  outputTokens: number;
  costUsd: number;
}

/** What all frames of one run share. */
interface SharedState {
  totals: RunTotals;
  runVariables: Map<string, unknown>;
  /** Decisions by the place of the node that asked; consumed when the node runs again. */
  decisions: Map<string, Decision>;
  /** The first run's id, in the idempotency keys of all that go on with it. */
  keyRunId: string;
  /** Frames as an earlier process has left them. */
  storedFrames: Map<string, FrameCheckpoint>;
  /** Frames of steps that have not settled. */
  openFrames: Map<string, Running>;
  /** Run variables as the last stored step left them. */
  storedVariables: Map<string, unknown>;
  /** The state that a durable run has stored last. */
  lastStored?: StoredState | undefined;
  /** What has been done inside steps that have not settled. */
  parts: PartsByStep;
  runBody(call: BodyCall): Promise<unknown>;
  /** The run's own listener: frames add themselves to their events. */
  emit: RunRequest['emit'];
}

/** Everything that the nodes of one frame share. */
export interface RunState {
  shared: SharedState;
  request: RunRequest;
  signal: AbortSignal;
  frame: string;
  /** The frame with the rounds of the steps around it: in a loop the same frame comes again. */
  keyFrame: string;
  /** How often each node has run in this frame. */
  visits: Map<string, number>;
  /** Nodes that may have been run before, by a process that has ended since. */
  retried: Set<string>;
  /** A finished frame is kept until the step around it has settled: that step may be run again. */
  keepsFrames: boolean;
  /** Those of them that have steps inside. */
  retriedBodies: Set<string>;
}

/** One round of the steps inside a step. */
export interface BodyCall {
  node: PlannedNode;
  outer: RunState;
  signal: AbortSignal;
  index: number;
  /** How many rounds there will be, where that is known. */
  items: number | undefined;
  input: unknown;
}

/** One attempt to run a node. */
export interface Attempt {
  signal: AbortSignal;
  isRetried: boolean;
  decision: Decision | undefined;
}

/** Where a node stands in a run. */
export function placeOf(frame: string, nodeId: string): string {
  return `${frame} ${nodeId}`;
}

/** The decision that a person has taken for this node, once. */
export function takeDecision(node: PlannedNode, { frame, shared }: RunState): Decision | undefined {
  const place = placeOf(frame, node.id);
  const decision = shared.decisions.get(place);
  shared.decisions.delete(place);
  return decision;
}

async function readCredential(node: PlannedNode, request: RunRequest): Promise<Record<string, string>> {
  if (!node.credentialId) {
    throw new AppError('CREDENTIAL_MISSING', `${node.label} needs a key. Add one, or use the demo model.`);
  }
  return request.services.readCredential(node.credentialId);
}

/** The same for every attempt at this visit of a node, whatever process makes it. */
export function idempotencyKey(node: PlannedNode, { shared, keyFrame, visits }: RunState): string {
  return `${shared.keyRunId}/${node.id}/${keyFrame}${visits.get(node.id) ?? 1}`;
}

/** Members of a context that only some runs and nodes have. */
function extras(node: PlannedNode, state: RunState, { signal, decision, isRetried }: Attempt) {
  const { request } = state;
  return {
    ...(node.outputOptions && { outputOptions: node.outputOptions }),
    ...(node.settings?.timeoutMs !== undefined && { limitMs: node.settings.timeoutMs }),
    ...(node.isLastStep && { isAnswer: true }),
    ...(request.trigger && { trigger: request.trigger }),
    ...(request.sessionState && { sessionState: request.sessionState }),
    ...(decision && { decision }),
    ...(isRetried && { isRetried }),
    part: openParts({
      step: idempotencyKey(node, state),
      isRetried,
      parts: state.shared.parts,
      store: async (part) => void (await request.onPart?.(part)),
    }),
    ...(node.body && { runBody: bodyRunner(node, state, signal) }),
  };
}

/** Each call is one more round of the steps inside. */
function bodyRunner(node: PlannedNode, state: RunState, signal: AbortSignal) {
  let rounds = 0;
  const run = (input: unknown, items?: number) => {
    rounds += 1;
    return state.shared.runBody({ node, outer: state, signal, index: rounds - 1, items, input });
  };
  return run as NonNullable<RunContext['runBody']>;
}

/** A node's context. A value shared with later runs is created with a signal that never aborts. */
export function nodeContext(node: PlannedNode, state: RunState, attempt: Attempt): RunContext {
  const { request, shared } = state;
  const { totals, runVariables } = shared;
  return {
    nodeId: node.id,
    question: request.question,
    session: request.session,
    output: node.output,
    isStreaming: request.isStreaming,
    signal: attempt.signal,
    services: request.services,
    history: request.history ?? [],
    variables: request.variables ?? {},
    runVariables,
    fileAttachment: request.fileAttachment ?? '',
    idempotencyKey: idempotencyKey(node, state),
    ...extras(node, state, attempt),
    pause(asked) {
      throw new RunPaused(asked);
    },
    emit(event) {
      // An attempt that took too long has nothing more to say.
      if (attempt.signal.aborted && !state.signal.aborted) return;
      if (event.type === 'step-end') {
        totals.inputTokens += event.usage?.inputTokens ?? 0;
        totals.outputTokens += event.usage?.outputTokens ?? 0;
        totals.costUsd += event.costUsd ?? 0;
      }
      request.emit({ ...event, callerId: node.id });
    },
    credential: () => readCredential(node, request),
  };
}
