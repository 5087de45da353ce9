import type { ServerResponse } from 'node:http';
import {
  openEvents,
  piecesOf,
  type Scenario,
  sendJson,
  startVendorServer,
  type VendorRequest,
  type VendorServer,
} from './vendor-server.ts';

const usage = { prompt_tokens: 12, completion_tokens: 7, total_tokens: 19 };
const head = { id: 'chatcmpl-1', created: 1_760_000_000, model: 'gpt-4o-mini-2024-07-18' };

type ToolScenario = Extract<Scenario, { kind: 'tool-call' }>;

const toolCall = ({ tool, input }: ToolScenario) => ({
  id: 'call_1',
  type: 'function',
  function: { name: tool, arguments: JSON.stringify(input) },
});

function sendCompletion(scenario: Scenario, response: ServerResponse): void {
  const isCall = scenario.kind === 'tool-call';
  const message = isCall
    ? { role: 'assistant', content: null, refusal: null, tool_calls: [toolCall(scenario)] }
    : { role: 'assistant', content: piecesOf(scenario).join(''), refusal: null, annotations: [] };
  const finish_reason = isCall ? 'tool_calls' : 'stop';
  sendJson(response, {
    ...head,
    object: 'chat.completion',
    choices: [{ index: 0, message, logprobs: null, finish_reason }],
    usage,
    system_fingerprint: 'fp_1',
  });
}

function streamCompletion(scenario: Scenario, response: ServerResponse): void {
  const send = openEvents(response);
  const chunk = (delta: object, finish_reason: string | null = null) =>
    send({
      ...head,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, logprobs: null, finish_reason }],
      usage: null,
    });
  chunk({ role: 'assistant', content: scenario.kind === 'tool-call' ? null : '', refusal: null });
  for (const content of piecesOf(scenario)) chunk({ content });
  if (scenario.kind === 'hang-after') return;
  if (scenario.kind === 'tool-call') {
    const call = toolCall(scenario);
    const half = Math.ceil(call.function.arguments.length / 2);
    const part = (text: string) => ({ tool_calls: [{ index: 0, function: { arguments: text } }] });
    chunk({ tool_calls: [{ index: 0, ...call, function: { name: call.function.name, arguments: '' } }] });
    chunk(part(call.function.arguments.slice(0, half)));
    chunk(part(call.function.arguments.slice(half)));
    chunk({}, 'tool_calls');
  } else chunk({}, 'stop');
  send({ ...head, object: 'chat.completion.chunk', choices: [], usage });
  send('[DONE]');
  response.end();
}

/** One vector per text: its length, its number of words and a constant. */
function sendEmbeddings({ body }: VendorRequest, response: ServerResponse): void {
  const texts = body.input as string[];
  const packed = (vector: number[]) => Buffer.from(new Float32Array(vector).buffer).toString('base64');
  const written = body.encoding_format === 'base64' ? packed : (vector: number[]) => vector;
  sendJson(response, {
    object: 'list',
    data: texts.map((text, index) => ({
      object: 'embedding',
      index,
      embedding: written([text.length, text.split(' ').length, 1]),
    })),
    model: body.model,
    usage: { prompt_tokens: texts.length * 3, total_tokens: texts.length * 3 },
  });
}

/** A local server with OpenAI's chat completions and embeddings. */
export function startOpenAiServer(): Promise<VendorServer> {
  return startVendorServer((request, scenario, response) => {
    if (scenario.kind === 'status') {
      const error = { message: scenario.message, type: 'invalid_request_error', param: null, code: null };
      sendJson(response, { error }, scenario.status, scenario.headers);
    } else if (request.path.endsWith('/embeddings')) sendEmbeddings(request, response);
    else if (request.body.stream === true) streamCompletion(scenario, response);
    else sendCompletion(scenario, response);
  });
}
