import { randomUUID } from 'node:crypto';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import type { KnownValues, Operation } from '../../packages/server/src/testing/api-walk.ts';
import { makeFlow, readTemplates, studio } from '../../packages/server/src/testing/flow-fixtures.ts';
import { KnowledgeDriver } from '../../packages/server/src/testing/knowledge-driver.ts';
import type { MadeThings } from '../../packages/server/src/testing/made-things.ts';
import type { TestApp, TestUser } from '../../packages/server/src/testing/test-app.ts';
import { makeStartFlow } from '../../packages/server/src/testing/trigger-flows.ts';
import { insertAccountRows, insertVoiceRows } from './further-rows.ts';
import { makeRetellThings } from './retell-things.ts';

/** Which of the things a parameter means, by its operation and its name. */
const places: readonly (readonly [RegExp, RegExp, string])[] = [
  [/\/agentshub\/batch-calls\//, /^id$/, 'batch'],
  [/\/agentshub\/call-replays\//, /^id$|^replayId$/, 'replay'],
  [/\/agentshub\/call-views\//, /^id$/, 'view'],
  [/\/calls\/\{id\}\/test-case/, /^id$/, 'endedCall'],
  [/\/agentshub\/recordings\//, /^file$/, 'recording'],
  [/\/agentshub\/call-replays$/, /^callIds$/, 'endedCallIds'],
  [/./, /^deliveryId$/, 'delivery'],
  [/\/voices\/\{id\}\/(?:avatar|preview)/, /^id$/, 'catalogueVoice'],
  [/\/retell\/get-voice\//, /^voiceId$/, 'catalogueVoice'],
  [/\/retell\//, /^voice_id$/, 'catalogueVoice'],
  [/\/retell\/.*chat-agent/, /^agentId$/, 'chatAgent'],
  [/\/retell\/create-chat$/, /^agent_id$/, 'chatAgent'],
  [/\/retell\//, /^chatId$|^chat_id$/, 'chat'],
  [/\/retell\//, /^conversationFlowId$/, 'conversationFlow'],
  [/\/retell\//, /^componentId$/, 'component'],
  [/\/retell\//, /^testCaseDefinitionId$/, 'testCase'],
  [/\/retell\//, /^testCaseBatchJobId$/, 'testBatch'],
  [/\/retell\//, /^testCaseJobId$/, 'testRun'],
  [/\/retell\//, /^callId$/, 'endedCall'],
  [/executions\/\{id\}/, /^id$/, 'execution'],
  [/workspace\/people\/\{id\}/, /^id$/, 'person'],
  [/auths\/sessions\/\{id\}/, /^id$/, 'session'],
  [/auths\/passkeys\/\{id\}/, /^id$/, 'passkey'],
  [/auths\/identities\/\{id\}/, /^id$/, 'identity'],
  [/(?:sign-in-providers|auths\/providers)\/\{id\}/, /^id$/, 'provider'],
  [/\/webhook\/\{id\}$/, /^id$/, 'hookFlow'],
  [/\/flow-forms\/\{id\}/, /^id$/, 'formFlow'],
  [/\/flows\/\{id\}\/schedule/, /^id$/, 'scheduleFlow'],
  [/\/flows\/\{id\}\/(?:firings|triggers|webhook-secret)/, /^id$/, 'hookFlow'],
  [/./, /^firingId$/, 'firing'],
  [/\/mcp\/\{flowId\}/, /^flowId$/, 'mcpFlow'],
  [/document-store\/sync(?:-webhook)?\/\{id\}/, /^id$/, 'syncLoader'],
  [/\/(?:chunks|cited|gaps|measures|vector-stores)\/|\/vector-stores/, /^storeId$/, 'filledStore'],
  [/document-store\/(?:search|explain|vectorstore|query)/, /^storeId$/, 'filledStore'],
  [/\/chunks\//, /^loaderId$|^fileId$/, 'filledLoader'],
  [/./, /^chunkId$/, 'chunk'],
  [/\/measures\/.*\/cases$/, /^chunkIds$/, 'chunkIds'],
  [/./, /^caseId$/, 'case'],
  [/\/measures\//, /^runId$/, 'measurement'],
  [/\/measures\/.*\/compare/, /^(?:a|b|before|after|left|right)$/, 'measurement'],
  [/./, /^gapId$/, 'gap'],
  [/./, /^outsideId$/, 'outside'],
  [/\/citations\//, /^flowId$/, 'citingFlow'],
  [/\/citations\//, /^messageId$/, 'citingMessage'],
  [/\/citations\//, /^number$/, 'one'],
];

const text =
  '# Hours\n\nThe library opens at nine in the morning.\n\n# Dogs\n\nDogs have to wait in the garden.\n\n# Keys\n\nLost keys are kept by the porter.';
const hook = { startInputType: 'webhookTrigger', webhookMethod: 'POST', webhookInputMode: 'payload' };
const form = {
  startInputType: 'formInput',
  formTitle: 'Order tea',
  formInputTypes: [
    { type: 'string', label: 'Your name', name: 'name' },
    { type: 'number', label: 'Cups', name: 'cups' },
    { type: 'options', label: 'Kind', name: 'kind', addOptions: [{ option: 'green' }, { option: 'black' }] },
  ],
};
const schedule = {
  startInputType: 'scheduleInput',
  scheduleType: 'cronExpression',
  scheduleCronExpression: '0 12 * * *',
  scheduleInputMode: 'text',
  scheduleDefaultInput: 'Write the report',
};

/** What no single call of the API document makes: rows that carriers, vendors and time bring about, and knowledge that is read. */
export class FurtherThings {
  readonly #app: TestApp;
  readonly #user: TestUser;
  readonly #things: MadeThings;
  readonly #made: Record<string, unknown> = { one: 1 };

  private constructor(app: TestApp, user: TestUser, things: MadeThings) {
    this.#app = app;
    this.#user = user;
    this.#things = things;
  }

  static async make(app: TestApp, user: TestUser, things: MadeThings): Promise<FurtherThings> {
    const further = new FurtherThings(app, user, things);
    await further.makeAll();
    return further;
  }

  /** Makes one of everything again. */
  async makeAll(): Promise<void> {
    for (const maker of Object.values(this.#makers)) await maker();
  }

  /** Closes its flows to visitors. */
  closeFlows(): Promise<void> {
    return this.#things.closeFlows();
  }

  /** Recreates what a removal was about. */
  async makeTargetsOf({ method, path }: Operation): Promise<void> {
    const asked = `${method} ${path}`;
    if (/document-store|citations/.test(asked)) await this.#makers['knowledge']?.();
    else if (/retell/.test(asked)) await this.#makers['retell']?.();
    else if (/agentshub/.test(asked)) await this.#makers['voice']?.();
    else if (/auths|sign-in|workspace/.test(asked)) await this.#makers['account']?.(asked);
    else if (/executions/.test(asked)) await this.#makers['flows']?.();
  }

  /** The values of these things, else of those that calls make. */
  readonly known: KnownValues = (name, operation) => {
    const asked = `${operation.method} ${operation.path}`;
    const place = places.find(([path, parameter]) => parameter.test(name) && path.test(asked));
    return (place && this.#made[place[2]]) ?? this.#things.known(name, operation);
  };

  readonly #makers: Readonly<Record<string, (asked?: string) => Promise<void>>> = {
    voice: async () => {
      const { agentId } = this.#voiceIds();
      const { db } = this.#app.infrastructure;
      Object.assign(this.#made, await insertVoiceRows(db, this.#user.caller.workspaceId, agentId));
      const payload = { name: `View ${randomUUID()}`, filter: {}, isShared: true };
      const url = '/api/tendril-agentshub-management/v1/agentshub/call-views';
      this.#made['view'] = (await this.#send('POST', url, payload))['id'];
      this.#made['catalogueVoice'] = 'openai-Alloy';
      const consent = { basis: 'opt_in', note: 'Order form', coversPrograms: true };
      await this.#send('PUT', '/api/tendril-agentshub-management/v1/agentshub/calling-consent', consent);
    },
    account: async (asked = '') => {
      const { workspaceId, userId } = this.#user.caller;
      Object.assign(
        this.#made,
        await insertAccountRows(this.#app.infrastructure.db, { workspaceId, userId }, /passkeys/.test(asked)),
      );
    },
    retell: async () => {
      const { llmId } = this.#voiceIds();
      Object.assign(
        this.#made,
        await makeRetellThings((url, payload) => this.#send('POST', url, payload), llmId),
      );
    },
    flows: () => this.#makeFlows(),
    knowledge: () => this.#makeKnowledge(),
  };

  async #makeFlows(): Promise<void> {
    const made = this.#made;
    made['hookFlow'] = await makeStartFlow(this.#user, hook, { isPublic: true });
    made['formFlow'] = await makeStartFlow(this.#user, form, { isPublic: true });
    made['scheduleFlow'] = await makeStartFlow(this.#user, schedule);
    await this.#send('POST', `/api/v1/webhook/${made['hookFlow']}`, { order: 7 }).catch(() => {});
    const operation = { method: 'GET', path: '/flows/{id}', parameters: [], isForm: false, statuses: [] };
    const flowId = this.#things.known('id', operation);
    const settings = {
      isPublic: true,
      mcpServerConfig: { enabled: true, description: 'Knows the harbour.' },
    };
    await this.#send('PATCH', `${studio}/flows/${flowId}/settings`, settings);
    made['mcpFlow'] = flowId;
    const { db } = this.#app.infrastructure;
    const { workspaceId } = this.#user.caller;
    const agentFlow = await makeStartFlow(this.#user, { startInputType: 'chatInput' });
    await this.#send('POST', `${studio}/internal-prediction/${agentFlow}`, { question: 'Hello' });
    const run = await db.selectFrom('run').select('id').where('flowId', '=', agentFlow).executeTakeFirst();
    made['execution'] = run?.id;
    const firing = await db
      .selectFrom('flow_firing')
      .select('id')
      .where('workspaceId', '=', workspaceId)
      .executeTakeFirst();
    made['firing'] = firing?.id;
  }

  async #makeKnowledge(): Promise<void> {
    const made = this.#made;
    const { db } = this.#app.infrastructure;
    const driver = new KnowledgeDriver(this.#user);
    const { id: storeId } = await driver.makeStore('Library');
    const cut = { splitterId: 'structureTextSplitter', splitterConfig: { chunkTokens: 20 } };
    const { id: loaderId } = await driver.saveLoader(storeId, 'plainText', { text }, cut);
    await driver.process(storeId, loaderId);
    await driver.call('POST', 'vectorstore/insert?wait=true', { storeId, embeddingName: 'demoEmbeddings' });
    const chunks = await db
      .selectFrom('document_chunk')
      .select('id')
      .where('storeId', '=', storeId)
      .execute();
    const items = {
      ...{ url: 'https://items.example/list', keyField: 'id', versionField: 'rev', contentField: 'text' },
      paging: 'page',
    };
    const source = await driver.saveLoader(storeId, 'apiItems', items, cut);
    made['syncLoader'] = source.id;
    const rules = { cron: '0 3 * * *', timezone: 'Europe/Berlin', isPaused: false };
    await driver.call('PUT', `sync/${source.id}`, rules);
    Object.assign(made, { filledStore: storeId, filledLoader: loaderId, chunk: chunks[0]?.id });
    made['chunkIds'] = chunks.slice(0, 2).map(({ id }) => id);
    const asked = { question: 'When does the library open?', chunkIds: made['chunkIds'] };
    made['case'] = (await driver.call<{ id: string }>('POST', `measures/${storeId}/cases`, asked)).id;
    const flow = new FlowBuilder(await readTemplates(this.#user));
    const model = flow.add('demoModel', { x: 0, y: 0 });
    const store = flow.add('documentStoreVS', { x: 0, y: 300 }, { selectedStore: storeId });
    const sources = { returnSourceDocuments: true };
    const chain = flow.add('conversationalRetrievalQAChain', { x: 400, y: 0 }, sources);
    const data = flow.connect(model, chain, 'model').connect(store, chain, 'vectorStoreRetriever').build();
    const flowId = await makeFlow(this.#user, data);
    const url = `${studio}/internal-prediction/${flowId}`;
    await this.#send('POST', url, { question: 'Quantum chromodynamics lagrangian?' });
    const answer = await this.#send('POST', url, { question: 'When does the library open?' });
    Object.assign(made, { citingFlow: flowId, citingMessage: answer['chatMessageId'] });
    const gap = { id: randomUUID(), workspaceId: this.#user.caller.workspaceId, storeId };
    const times = { firstAskedAt: 1, lastAskedAt: 1 };
    const none = { vector: null, embedding: null, bestScore: null };
    await db
      .insertInto('knowledge_gap')
      .values({ ...gap, ...none, ...times, wordKey: gap.id, state: 'open', asked: 1 })
      .execute();
    made['gap'] = gap.id;
    const outside = { ...gap, id: randomUUID(), embedding: null, name: 'qdrant', config: '{}' };
    const state = { state: 'old' as const, cursor: 0, error: null, createdAt: 1, updatedAt: 1 };
    await db
      .insertInto('outside_store')
      .values({ ...outside, ...state })
      .execute();
    made['outside'] = outside.id;
  }

  #voiceIds(): { agentId: string; llmId: string } {
    const about = (path: string) => ({ method: 'GET', path, parameters: [], isForm: false, statuses: [] });
    const known = (name: string, path: string) => String(this.#things.known(name, about(path)));
    return {
      agentId: known('agentId', '/x'),
      llmId: known('llm_id', '/x'),
    };
  }

  /** The body of the answer, or what is under `data` in it. */
  async #send(
    method: 'POST' | 'PUT' | 'PATCH',
    url: string,
    payload: object,
  ): Promise<Record<string, unknown>> {
    const answer = await this.#user.inject({ method, url, payload });
    if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body}`);
    const body = answer.body === '' ? {} : answer.json<Record<string, unknown>>();
    return (body['data'] as Record<string, unknown> | undefined) ?? body;
  }
}
