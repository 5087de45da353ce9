import { AppError } from '@tendril/contract/app-error';
import type { AnyNode, LoadRequest } from '@tendril/contract/node/define-node';
import type { Choice } from '@tendril/contract/node/param';
import type { NodeServices, RunContext } from '@tendril/contract/node/run-context';
import type { Tool } from '@tendril/contract/provider/tool';
import { readJson } from '../text/read-json.ts';
import { asRecord } from '../tools/as-record.ts';

const unavailable = () => Promise.reject(new AppError('UNAVAILABLE', 'Not while a form is filled in.'));

/** What a tool may use while its form is filled in: enough to say what it takes, not to do anything. */
function servicesFor(request: LoadRequest): NodeServices {
  const { listMcpTools, listMcpToolsAt } = request;
  return {
    fetch: request.fetch,
    sandbox: { run: unavailable, close: async () => {} },
    readCredential: async () => (await request.credential()) ?? unavailable(),
    async readTool(id) {
      const found = (await request.listTools()).find((tool) => tool.id === id);
      if (!found) throw new AppError('NOT_FOUND', 'There is no such tool.');
      return found;
    },
    listTools: () => request.listTools(),
    ...(listMcpTools && { listMcpTools }),
    ...(listMcpToolsAt && { listMcpToolsAt }),
    readFile: unavailable,
    readHistory: async () => [],
  };
}

function contextFor(request: LoadRequest): RunContext {
  const services = servicesFor(request);
  return {
    nodeId: 'form',
    question: '',
    session: { runId: '', flowId: '', chatId: '', sessionId: '', chatMessageId: '' },
    output: '',
    isStreaming: false,
    signal: request.signal,
    services,
    history: [],
    variables: {},
    runVariables: new Map(),
    fileAttachment: '',
    idempotencyKey: 'form',
    pause: () => {
      throw new AppError('UNAVAILABLE', 'Not while a form is filled in.');
    },
    emit: () => {},
    credential: () => services.readCredential(''),
  };
}

/** A tool's own form as its code gets it. Anchors are left open: a step cannot feed them. */
function readForm({ inputs }: AnyNode, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, input] of Object.entries(inputs)) {
    if (input.kind === 'anchor') values[name] = input.list ? [] : undefined;
    else values[name] = input.schema.safeParse(given[name] ?? '').data;
  }
  return values;
}

async function makeTools(request: LoadRequest, param: string): Promise<readonly Tool[]> {
  const name = String(request.inputs[param] ?? '');
  const given = request.inputs[`${param}Config`];
  const config = asRecord(typeof given === 'string' ? readJson(given) : given);
  const node = await request.loadNode?.(name);
  const outputs = await node?.run?.(readForm(node, config) as never, contextFor(request));
  return [Object.values(outputs ?? {})[0] ?? []].flat() as Tool[];
}

/** The arguments that the tool chosen in a form takes; none for one that cannot say so yet. */
export async function listToolArguments(request: LoadRequest, param: string): Promise<Choice[]> {
  try {
    const tools = await makeTools(request, param);
    const properties = tools.flatMap(({ inputSchema }) => Object.entries(inputSchema.properties ?? {}));
    return [...new Map(properties)].map(([name, schema]) => {
      const description = typeof schema === 'object' ? schema.description : undefined;
      return { name, label: name, ...(description && { description }) };
    });
  } catch {
    request.signal.throwIfAborted();
    return [];
  }
}
