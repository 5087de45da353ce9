import { AppError } from '@tendril/contract/app-error';
import type { NodeServices, RunContext } from '@tendril/contract/node/run-context';

interface ContextRequest {
  nodeId: string;
  services: NodeServices;
  /** Id of the credential chosen for the node. */
  credential: string | null | undefined;
  label: string;
  signal: AbortSignal;
}

/** The context in which a node works for a knowledge base: there is no caller, nothing is streamed. */
export function storeContext({ nodeId, services, credential, label, signal }: ContextRequest): RunContext {
  return {
    nodeId,
    question: '',
    session: { runId: nodeId, flowId: nodeId, chatId: nodeId, sessionId: nodeId, chatMessageId: nodeId },
    output: 'document',
    isStreaming: false,
    signal,
    services,
    history: [],
    variables: {},
    runVariables: new Map(),
    fileAttachment: '',
    idempotencyKey: nodeId,
    pause() {
      throw new AppError('NODE_FAILED', `${label} cannot ask for approval here.`);
    },
    emit: () => {},
    credential: async () => {
      if (!credential)
        throw new AppError('CREDENTIAL_MISSING', `${label} needs a key. Choose a secret for it.`);
      return services.readCredential(credential);
    },
  };
}
