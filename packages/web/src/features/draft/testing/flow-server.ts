import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FlowDetail } from '@tendril/contract/api/flows';
import type { FlowData } from '@tendril/contract/flow/flow';

/** One flow, kept as the server keeps it: a save needs the revision it was made from. */
export interface FlowServer {
  detail(): FlowDetail;
  /** Somebody else's save. */
  saveAsOther(flowData: FlowData): void;
  /** Method and path of each request. */
  readonly seen: string[];
  /** Statuses the next saves are answered with instead. */
  refusals: number[];
  close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return (text ? JSON.parse(text) : {}) as Record<string, unknown>;
}

type Answer = [status: number, body: unknown];

/** Starts a server that speaks the flow routes of the contract, and makes it this page's origin. */
export async function startFlowServer(flowData: FlowData): Promise<FlowServer> {
  const stored = { id: 'flow-1', name: 'First', draftRevision: 4, draftVersion: 1, flowData };
  const state = { seen: [] as string[], refusals: [] as number[] };
  const detail = (): FlowDetail => ({
    ...structuredClone(stored),
    description: '',
    type: 'CHATFLOW',
    category: '',
    isPublic: false,
    status: 'never',
    liveVersion: null,
    apikeyid: null,
    chatbotConfig: {},
    hasImportReport: false,
    createdAt: 1,
    updatedAt: 2,
  });
  const save = (flow: FlowData) => {
    stored.flowData = flow;
    stored.draftRevision += 1;
  };
  const put = (request: IncomingMessage, body: Record<string, unknown>): Answer => {
    const refusal = state.refusals.shift();
    if (refusal !== undefined)
      return [refusal, { code: refusal === 404 ? 'NOT_FOUND' : 'X', message: 'refused' }];
    if (request.headers['if-match'] !== String(stored.draftRevision))
      return [409, { code: 'STALE_VERSION', message: 'stale' }];
    save(body['flowData'] as FlowData);
    return [200, { ...detail(), updatedAt: 3 }];
  };
  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const body = await bodyOf(request);
    state.seen.push(`${request.method} ${request.url?.split('/').slice(4).join('/')}`);
    if (request.url?.includes('/versions'))
      return [200, { data: [{ ...versionOf(stored), author: 'Ada' }], total: 1 }];
    if (request.method === 'PUT') return put(request, body);
    if (request.method === 'POST') {
      Object.assign(stored, { id: 'flow-2', name: body['name'], draftRevision: 0 });
      save(body['flowData'] as FlowData);
      return [201, detail()];
    }
    return [200, detail()];
  };
  const server = createServer((request, response) => {
    void answer(request).then(([status, body]) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(
    `http://127.0.0.1:${port}/canvas`,
  );
  return Object.assign(state, {
    detail,
    saveAsOther: save,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

function versionOf({ draftVersion }: { draftVersion: number }) {
  return {
    id: 'version-1',
    number: draftVersion,
    kind: 'autosave',
    note: '',
    createdAt: 1,
    isDraft: true,
    isLive: false,
  };
}
