import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { PlannedNode } from './flow-plan.ts';
import type { RunRequest } from './run-request.ts';

/** Tokens and cost of a run, added up as its steps end. */
export interface RunTotals {
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
}

async function readCredential(node: PlannedNode, request: RunRequest): Promise<Record<string, string>> {
  if (!node.credentialId) {
    throw new AppError('CREDENTIAL_MISSING', `${node.label} needs a key. Add one, or use the demo model.`);
  }
  return request.services.readCredential(node.credentialId);
}

/** The context a node runs in. A value that later runs share is made with a signal that never aborts. */
export function nodeContext(
  node: PlannedNode,
  state: RunState,
  signal: AbortSignal = state.signal,
): RunContext {
  const { request, totals } = state;
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
