import type { FlowData } from '@tendril/contract/flow/flow';
import { callOf, type KnownValues, type Operation, operationsOf, send } from './api-walk.ts';
import { makeFlow, studio, talkingFlow } from './flow-fixtures.ts';
import { owner, type TestUser } from './test-app.ts';

const hub = '/api/tendril-agentshub-management/v1/agentshub';
const core = '/api/core/v1';
const order = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'];

/** Which of the things that were made a path means by its parameter, by what stands before it. */
const places: readonly [RegExp, string][] = [
  [/^PUT .*\/feedback\/\{id\}/, 'feedback'],
  [/^DELETE .*\/leads\/\{id\}/, 'lead'],
  [/\/agentshub\/simulations\/\{id\}/, 'simulation'],
  [/\/agentshub\/agents\/\{id\}/, 'agent'],
  [/\/agentshub\/llms\/\{id\}/, 'llm'],
  [/\/agentshub\/calls\/\{id\}/, 'call'],
  [/\/agentshub\/voices\/\{id\}/, 'voice'],
  [/\/assistant-phone-numbers\/\{id\}/, 'phone'],
  [/\/flows\/\{id\}\/versions\/\{versionId\}/, 'flow'],
  [/\/assistant-profiles\/\{id\}/, 'profile'],
  [/\/sessions\/\{id\}/, 'session'],
  [/\/invitations\/\{id\}/, 'invitation'],
  [/\/people\/\{id\}/, 'person'],
  [/\/roles\/\{id\}/, 'role'],
  [/\/(templates|marketplaces\/custom)\/\{id\}/, 'template'],
  [/\/runs\/\{id\}/, 'run'],
  [/\/assistants\/\{id\}/, 'assistant'],
  [/\/apikey\/\{id\}/, 'key'],
  [/\/(credentials|oauth2-credential\/\w+)\/\{id\}/, 'credential'],
  [/\/tools\/\{id\}/, 'tool'],
  [/\/mcp-servers\/\{id\}/, 'mcpServer'],
  [/\/variables\/\{id\}/, 'variable'],
  [/\/jobs\/\{id\}/, 'job'],
  [/\/document-store\/.*\{id\}/, 'store'],
  [/\{id\}/, 'flow'],
];

/** What other parameters and fields mean, wherever they stand. */
const fields: Readonly<Record<string, string>> = {
  flowId: 'flow',
  chatflowId: 'flow',
  chatflowid: 'flow',
  model: 'flow',
  storeId: 'store',
  loaderId: 'loader',
  fileId: 'loader',
  chunkId: 'chunk',
  agentId: 'agent',
  agent_id: 'agent',
  llmId: 'llm',
  llm_id: 'llm',
  knowledgeBaseId: 'store',
  sourceId: 'loader',
  versionId: 'version',
  voiceId: 'voice',
  voice_id: 'voice',
  phoneNumber: 'number',
  credentialId: 'credential',
  chatId: 'chat',
  chatid: 'chat',
  messageId: 'message',
};

/** Things of a workspace that calls of the API document are about, each made by calls of the document. */
export class MadeThings {
  /** What the document describes; what makes things comes before what reads, changes and removes them. */
  readonly operations: readonly Operation[];
  readonly #user: TestUser;
  readonly #drawing: FlowData;
  readonly #made: Record<string, string> = {};
  #count = 0;

  private constructor(user: TestUser, operations: readonly Operation[], drawing: FlowData) {
    this.#user = user;
    this.operations = operations;
    this.#drawing = drawing;
  }

  /** Makes one of everything. */
  static async make(user: TestUser): Promise<MadeThings> {
    const operations = operationsOf((await user.inject({ url: '/api/openapi.json' })).json());
    operations.sort((a, b) => order.indexOf(a.method) - order.indexOf(b.method));
    const things = new MadeThings(user, operations, await talkingFlow(user));
    await things.makeAll();
    things.#keep('flowVersion', await things.#make('GET', `${studio}/flows/{id}/versions`));
    return things;
  }

  /** Makes one of everything again. */
  async makeAll(): Promise<void> {
    for (const maker of Object.values(this.#makers)) await maker();
  }

  /** Closes its flows to visitors. */
  async closeFlows(): Promise<void> {
    const { data } = (await this.#user.inject({ url: `${studio}/flows?limit=100` })).json<{
      data: { id: string }[];
    }>();
    for (const { id } of data) {
      const url = `${studio}/flows/${id}/settings`;
      const answer = await this.#user.inject({ method: 'PATCH', url, payload: { isPublic: false } });
      if (answer.statusCode >= 300) throw new Error(answer.body);
    }
  }

  /** Recreates what a removal is about: another one may have removed it. */
  async makeTargetsOf({ method, path, parameters }: Operation): Promise<void> {
    for (const always of ['flow', 'agent']) await this.#makers[always]?.();
    for (const { name, in: place } of parameters) {
      if (place !== 'path') continue;
      const key = name === 'id' ? places.find(([one]) => one.test(`${method} ${path}`))?.[1] : fields[name];
      await this.#makers[key === 'number' ? 'phone' : (key ?? '')]?.();
    }
  }

  /** The caller's own values for the fields and parameters of calls. */
  readonly known: KnownValues = (name, { method, path }) => {
    const made = this.#made;
    if (name === 'currentPassword') return owner.password;
    if (name === 'id') return made[places.find(([place]) => place.test(`${method} ${path}`))?.[1] ?? ''];
    if (name === 'versionId' && path.includes('/flows/')) return made['flowVersion'];
    if (name === 'loaderId' && /\/loader\/(preview|context-estimate)$/.test(path)) return undefined;
    if (name === 'loaderId' && path.endsWith('/loader/save')) return undefined;
    if (name === 'name' && /nodes|node-icon|node-load/.test(path)) return 'chatOpenAI';
    if (name === 'name' && path.includes('components-credentials')) return 'openAIApi';
    if (name === 'file' && path.startsWith('/widget')) return '.js';
    if (name === 'phoneNumber' && method === 'POST') return undefined;
    if (name === 'ids' && path.endsWith('/flows')) return [made['flow']];
    if (name === 'email' && /\/auths\/(login|profile)$/.test(path)) return owner.email;
    if (name === 'password' && path.endsWith('/auths/login')) return owner.password;
    return made[fields[name] ?? ''];
  };

  /** Keeps what a call made under the name of a maker. */
  async #makeKept(name: string, path: string, more?: object): Promise<void> {
    this.#keep(name, await this.#make('POST', path, more));
  }

  readonly #makers: Readonly<Record<string, () => Promise<void>>> = {
    flow: async () => {
      this.#made['flow'] = await makeFlow(this.#user, this.#drawing);
      await this.#make('PATCH', `${studio}/flows/{id}/settings`, { isPublic: true });
    },
    template: () => this.#makeKept('template', `${studio}/templates`),
    credential: () => this.#makeKept('credential', `${studio}/credentials`),
    tool: () => this.#makeKept('tool', `${studio}/tools`),
    variable: () => this.#makeKept('variable', `${studio}/variables`, { name: `v${++this.#count}` }),
    mcpServer: () => this.#makeKept('mcpServer', `${studio}/mcp-servers`),
    assistant: () => this.#makeKept('assistant', `${studio}/assistants`),
    key: () => this.#makeKept('key', `${studio}/apikey`),
    profile: () => this.#makeKept('profile', `${core}/assistant-profiles`),
    invitation: () => this.#makeKept('invitation', `${core}/workspace/invitations`),
    role: () => this.#makeKept('role', `${core}/workspace/roles`, { name: `Role ${++this.#count}` }),
    phone: async () => {
      const phoneNumber = `+1202555${String(1000 + ++this.#count)}`;
      await this.#makeKept('phone', `${core}/assistant-phone-numbers`, { phoneNumber });
      this.#made['number'] = phoneNumber;
    },
    voice: async () => {
      const name = `v${++this.#count}`;
      await this.#makeKept('voice', `${hub}/voices`, { name, providerVoiceId: name });
    },
    agent: async () => {
      await this.#makeKept('agent', `${hub}/agents`);
      await this.#makeKept('version', `${hub}/agents/{id}/versions`);
    },
    simulation: async () => {
      await this.#makers['agent']?.();
      await this.#makeKept('simulation', `${hub}/agents/{id}/simulations`);
    },
    call: () => this.#makeKept('call', `${hub}/calls`, { channel: 'text', version: 'draft' }),
    lead: async () => {
      await this.#makers['flow']?.();
      await this.#makeKept('lead', `${studio}/leads`);
    },
    feedback: async () => {
      const asked = await this.#make('POST', `${studio}/prediction/{id}`);
      this.#made['chat'] = String(asked['chatId']);
      this.#made['message'] = String(asked['chatMessageId']);
      await this.#makeKept('feedback', `${studio}/feedback/{id}`);
      this.#keep('run', await this.#make('GET', `${studio}/flows/{id}/runs`));
    },
    store: async () => {
      await this.#makeKept('store', `${studio}/document-store/store`);
      await this.#makers['loader']?.();
    },
    loader: async () => {
      await this.#makeKept('loader', `${studio}/document-store/loader/save`);
      const { job } = await this.#make('POST', `${studio}/document-store/loader/process/{loaderId}`);
      this.#keep('job', job);
    },
    llm: () => this.#makeKept('llm', '/api/retell/create-retell-llm'),
  };

  /** One call by the document, with more in its body where a schema leaves a choice. */
  async #make(method: string, path: string, more: object = {}): Promise<Record<string, unknown>> {
    const operation = this.operations.find((one) => one.method === method && one.path === path);
    if (!operation) throw new Error(`The document has no ${method} ${path}`);
    const call = callOf(operation, this.known);
    const payload = call.payload === undefined ? undefined : { ...(call.payload as object), ...more };
    const answer = await send(this.#user, { ...call, ...(payload && { payload }) });
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${answer.body}`);
    return answer.body === '' ? {} : answer.json<Record<string, unknown>>();
  }

  /** Remembers the id in an answer, wherever it stands: in itself, under `data`, or in the first of a list. */
  #keep(name: string, answer: unknown): void {
    const { id, llm_id, data } = answer as { id?: string; llm_id?: string; data?: unknown };
    const inner = (Array.isArray(data) ? data[0] : data) as { id?: string } | undefined;
    const found = id ?? llm_id ?? inner?.id;
    if (found !== undefined) this.#made[name] = found;
  }
}
