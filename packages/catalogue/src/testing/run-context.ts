import { AppError } from '@tendril/contract/app-error';
import type { NodeServices, PauseRequest, RunContext, StoredTool } from '@tendril/contract/node/run-context';
import type { ChatTurn } from '@tendril/contract/provider/memory';
import type { NodeEvent } from '@tendril/contract/run-event';

export interface TestContextOptions
  extends Partial<Omit<RunContext, 'services' | 'emit' | 'credential' | 'pause'>> {
  services?: Partial<NodeServices>;
  /** Fields of the credential chosen on the node; without them the node has none. */
  credential?: Record<string, string>;
  /** Messages of the session, oldest first, as a memory reads them. */
  storedHistory?: ChatTurn[];
  tools?: StoredTool[];
}

/** The exception by which a node asks a person, in a test. */
export class PausedForTest extends Error {
  readonly request: PauseRequest;

  constructor(request: PauseRequest) {
    super('paused');
    this.request = request;
  }
}

/** A run's context that collects what is emitted. */
export interface TestContext extends RunContext {
  events: NodeEvent[];
  /** The answer's text as it was streamed. */
  streamedText(): string;
}

function testServices(options: TestContextOptions): NodeServices {
  const tools = options.tools ?? [];
  const history = options.storedHistory ?? [];
  return {
    fetch: globalThis.fetch,
    sandbox: {
      run: () => Promise.reject(new Error('This test gave no sandbox.')),
      close: () => Promise.resolve(),
    },
    readCredential: (id) => Promise.reject(new AppError('CREDENTIAL_MISSING', `There is no secret ${id}.`)),
    readTool: async (id) => {
      const tool = tools.find((one) => one.id === id);
      if (!tool) throw new AppError('NOT_FOUND', `There is no tool ${id}.`);
      return tool;
    },
    listTools: async () => tools,
    readFile: (name) => Promise.reject(new AppError('NOT_FOUND', `There is no file ${name}.`)),
    readHistory: async (_sessionId, limit) => (limit === undefined ? history : history.slice(-limit)),
    ...options.services,
  };
}

/** A context for running one node or chain in a test, with the real fetch (loopback) and no secrets of its own. */
export function testContext(options: TestContextOptions = {}): TestContext {
  const { services: _services, credential, storedHistory: _history, tools: _tools, ...given } = options;
  const events: NodeEvent[] = [];
  return {
    nodeId: 'node_0',
    question: '',
    session: {
      runId: 'run-1',
      flowId: 'flow-1',
      chatId: 'chat-1',
      sessionId: 'chat-1',
      chatMessageId: 'message-1',
    },
    output: '',
    isStreaming: false,
    signal: new AbortController().signal,
    history: [],
    variables: {},
    runVariables: new Map(),
    fileAttachment: '',
    idempotencyKey: 'run-1/node_0/1',
    ...given,
    services: testServices(options),
    events,
    pause(request) {
      throw new PausedForTest(request);
    },
    emit: (event) => void events.push(event),
    credential: async () => {
      if (!credential) throw new AppError('CREDENTIAL_MISSING', 'This node has no secret.');
      return credential;
    },
    streamedText: () => events.map((event) => (event.type === 'text-delta' ? event.text : '')).join(''),
  };
}
