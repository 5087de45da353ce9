import type { EndpointDefinition } from '@tendril/contract/api/endpoint';
import type { KnownValues, Operation } from '../../packages/server/src/testing/api-walk.ts';
import { sampleBodies } from '../../packages/server/src/testing/sample-bodies/sample-bodies.ts';
import type { FurnishedWorkspace } from '../../packages/server/src/testing/sample-bodies/sample-body.ts';

/** A body that is right, where the smallest one that the schema takes is refused or says little. */
type KnownBody = (known: (name: string) => string) => Record<string, unknown>;

const demoModel = { name: 'demoModel', inputs: {} };
const own: readonly (readonly [RegExp, KnownBody])[] = [
  [/^POST .*\/mcp\/\{flowId\}/, () => ({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })],
  [/^POST .*\/flow-forms\/\{id\}/, () => ({ values: { name: 'Ada', cups: 2, kind: 'green' } })],
  [/^POST .*\/document-store\/generate-tool-desc/, () => ({ selectedChatModel: demoModel })],
  [
    /^POST .*\/document-store\/upsert\/\{id\}/,
    () => ({ loader: { name: 'plainText', config: { text: 'Swans may not be fed.' } } }),
  ],
  [
    /^POST .*\/document-store\/\{storeId\}\/vector-stores\/test/,
    () => ({
      ...{ vectorStoreName: 'qdrant', embeddingName: 'openAIEmbeddings', embeddingConfig: {} },
      vectorStoreConfig: { qdrantServerUrl: 'http://127.0.0.1:9', qdrantCollection: 'words' },
    }),
  ],
  [
    /^POST .*\/assistants\/generate\/instruction/,
    () => ({ task: 'Help people', selectedChatModel: demoModel }),
  ],
  [
    /^PUT .*\/document-store\/sync\/\{id\}/,
    () => ({ cron: '0 3 * * *', timezone: 'Europe/Berlin', isPaused: false }),
  ],
  [/^POST .*\/prediction\/\{id\}$/, () => ({ question: 'Hello', streaming: true, chatId: 'a-chat' })],
  [
    /^POST .*\/prediction\/\{id\}$/,
    () => ({ question: 'Hello', overrideConfig: { sessionId: 'x', vars: { a: 'b' } } }),
  ],
];

const bySample = new Map<string, NonNullable<ReturnType<typeof sampleBodies.get>>>(
  [...sampleBodies].map(([endpoint, body]) => [nameOf(endpoint), body]),
);

function nameOf({ method, path }: EndpointDefinition): string {
  return `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`;
}

/** The bodies that are known to be right for an operation. */
export function knownBodies(operation: Operation, known: KnownValues): Record<string, unknown>[] {
  const name = `${operation.method} ${operation.path}`;
  const value = (field: string, path = operation.path) => String(known(field, { ...operation, path }) ?? '');
  const sample = bySample.get(name);
  const furnished: FurnishedWorkspace = {
    agentId: value('agentId', '/x'),
    chatAgentId: value('agentId', '/retell/create-chat-agent'),
    llmId: value('llm_id'),
    versionId: value('versionId', '/x'),
    callId: value(/chat/.test(name) ? 'chat_id' : 'callId', '/retell/x'),
    numberId: value('id', '/assistant-phone-numbers/{id}'),
    phoneNumber: value('phoneNumber', '/x'),
    voiceId: value('voiceId', '/x'),
    simulationId: value('id', '/agentshub/simulations/{id}'),
    knowledgeBaseId: value('knowledgeBaseId'),
    deliveryId: value('deliveryId'),
    viewId: value('id', '/agentshub/call-views/{id}'),
    replayId: value('replayId', '/agentshub/call-replays/{id}'),
    flowId: value('flowId', '/x'),
  };
  const found = own.filter(([pattern]) => pattern.test(name)).map(([, body]) => body(value));
  return sample ? [...found, sample(furnished)] : found;
}
