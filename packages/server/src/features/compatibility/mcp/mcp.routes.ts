import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { deleteMcp, getMcp, postMcp } from '@tendril/contract/api/mcp';
import { AppError } from '@tendril/contract/app-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../../platform/http/app.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { ownOrigin } from '../../../platform/http/own-origin.ts';
import { serveRaw } from '../../../platform/http/serve.ts';
import {
  type Entered,
  type FlowGate,
  outcomeFailure,
  type PredictionService,
} from '../../flows/predictions/public.ts';
import { type McpService, requireTool, type ToolAnswer, type ToolQuestion } from './mcp.ts';

interface McpRouteParts {
  predictions: PredictionService;
  mcp: McpService;
  gate: FlowGate;
}

interface Visit {
  caller: Caller;
  flowId: string;
  request: FastifyRequest;
  reply: FastifyReply;
  signal: AbortSignal;
}

const options = { alias: true, perMinute: 600 };

/** The flow as a tool of other programs; also under `/api/v1`. */
export function mcpRoutes(app: App, { predictions, mcp, gate }: McpRouteParts): void {
  const answer = async ({ caller, flowId, request, reply, signal }: Visit) => {
    const admitted = await gate.enter(caller, flowId, request, reply);
    requireTool(admitted.flow);
    const response = await mcp.serve({
      flow: admitted.flow,
      version: String(admitted.version.number),
      request: toWebRequest(request, signal),
      body: request.body,
      async ask(question, stopped) {
        // Listing tools costs nothing; a question counts as a message of the flow.
        await gate.enter(caller, flowId, request, reply, 'message');
        return askFlow(predictions, admitted, question, AbortSignal.any([signal, stopped]));
      },
    });
    return sendResponse(reply, response);
  };

  serveRaw(app, postMcp, ({ params, ...visit }) => answer({ ...visit, flowId: params.flowId }), options);
  serveRaw(app, getMcp, ({ params, ...visit }) => answer({ ...visit, flowId: params.flowId }), options);
  serveRaw(app, deleteMcp, ({ params, ...visit }) => answer({ ...visit, flowId: params.flowId }), options);
}

async function askFlow(
  predictions: PredictionService,
  admitted: Entered,
  { question, chatId }: ToolQuestion,
  signal: AbortSignal,
): Promise<ToolAnswer> {
  let answering: string | undefined;
  const body = { question, streaming: false, ...(chatId !== undefined && { chatId }) };
  const { outcome, text } = await predictions.ask(admitted, body, {
    isOwn: false,
    isStreaming: false,
    source: 'mcp',
    signal,
    onAccepted(run) {
      answering = admitted.visitor?.nameOf(run.turn.chatId) ?? run.turn.chatId;
      if (signal.aborted) run.stop();
      else signal.addEventListener('abort', () => run.stop(), { once: true });
    },
  });
  if (outcome.status !== 'done' && outcome.status !== 'waiting') throw outcomeFailure(outcome);
  return { text, chatId: answering ?? '' };
}

function toWebRequest(request: FastifyRequest, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  headers.delete('content-length');
  const body = request.method === 'POST' ? JSON.stringify(request.body ?? null) : null;
  const url = URL.parse(request.url, ownOrigin(request));
  if (!url) throw new AppError('INVALID_INPUT', 'The Host header is missing a host name.');
  return new Request(url, {
    method: request.method,
    headers,
    body,
    signal,
  });
}

function sendResponse(reply: FastifyReply, response: Response): FastifyReply {
  reply.code(response.status);
  for (const [name, value] of response.headers) reply.header(name, value);
  if (!response.body) return reply.send();
  return reply.send(Readable.fromWeb(response.body as ReadableStream));
}
