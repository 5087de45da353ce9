import { AppError } from '@tendril/contract/app-error';
import type { Decision, RunContext } from '@tendril/contract/node/run-context';
import type { PlannedNode } from './flow-plan.ts';
import { RunPaused } from './run-paused.ts';
import type { RunRequest } from './run-request.ts';

/** Tokens and cost of a run, added up as its steps end. */
interface RunTotals {
  inputTokens: number;
  outputTokens: number;
  costUsd: number;
}

/** Everything that the nodes of one run share. */
export interface RunState {
  request: RunRequest;
  signal: AbortSignal;
  totals: RunTotals;
  runVariables: Map<string, unknown>;
  /** How often each node has run. */
  visits: Map<string, number>;
  /** Decisions by the node that asked; consumed when the node runs again. */
  decisions: Map<string, Decision>;
}

async function readCredential(node: PlannedNode, request: RunRequest): Promise<Record<string, string>> {
  if (!node.credentialId) {
    throw new AppError('CREDENTIAL_MISSING', `${node.label} needs a key. Add one, or use the demo model.`);
  }
  return request.services.readCredential(node.credentialId);
}

function takeDecision(node: PlannedNode, { decisions }: RunState): Decision | undefined {
  const decision = decisions.get(node.id);
  decisions.delete(node.id);
  return decision;
}

/** A node's context. A value shared with later runs is created with a signal that never aborts. */
export function nodeContext(
  node: PlannedNode,
  state: RunState,
  signal: AbortSignal = state.signal,
): RunContext {
  const { request, totals } = state;
  const decision = takeDecision(node, state);
  return {
    nodeId: node.id,
    question: request.question,
    session: request.session,
    output: node.output,
    isStreaming: request.isStreaming,
    signal,
    services: request.services,
    history: request.history ?? [],
    variables: request.variables ?? {},
    runVariables: state.runVariables,
    fileAttachment: request.fileAttachment ?? '',
    ...(node.outputOptions && { outputOptions: node.outputOptions }),
    ...(node.isLastStep && { isAnswer: true }),
    ...(decision && { decision }),
    pause(asked) {
      throw new RunPaused(asked);
    },
    emit(event) {
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
