import type { ServerResponse } from 'node:http';
import {
  openEvents,
  piecesOf,
  type Scenario,
  sendJson,
  startVendorServer,
  type VendorServer,
} from './vendor-server.ts';

const usage = {
  input_tokens: 12,
  output_tokens: 7,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
};
const head = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-haiku-4-5-20251001' };

type ToolScenario = Extract<Scenario, { kind: 'tool-call' }>;

const toolUse = ({ tool, input }: ToolScenario) => ({ type: 'tool_use', id: 'toolu_1', name: tool, input });

function sendMessage(scenario: Scenario, response: ServerResponse): void {
  const isCall = scenario.kind === 'tool-call';
  const content = isCall ? [toolUse(scenario)] : [{ type: 'text', text: piecesOf(scenario).join('') }];
  const stop_reason = isCall ? 'tool_use' : 'end_turn';
  sendJson(response, { ...head, content, stop_reason, stop_sequence: null, usage });
}

function streamMessage(scenario: Scenario, response: ServerResponse): void {
  const openedEvents = openEvents(response);
  const send = (data: { type: string } & Record<string, unknown>) => openedEvents(data, data.type);
  const isCall = scenario.kind === 'tool-call';
  const message = {
    ...head,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { ...usage, output_tokens: 1 },
  };
  send({ type: 'message_start', message });
  const content_block = isCall ? { ...toolUse(scenario), input: {} } : { type: 'text', text: '' };
  send({ type: 'content_block_start', index: 0, content_block });
  send({ type: 'ping' });
  const deltas = isCall
    ? [{ type: 'input_json_delta', partial_json: JSON.stringify(scenario.input) }]
    : piecesOf(scenario).map((text) => ({ type: 'text_delta', text }));
  for (const delta of deltas) send({ type: 'content_block_delta', index: 0, delta });
  if (scenario.kind === 'hang-after') return;
  send({ type: 'content_block_stop', index: 0 });
  const stop_reason = isCall ? 'tool_use' : 'end_turn';
  send({ type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 7 } });
  send({ type: 'message_stop' });
  response.end();
}

/** A local server with Anthropic's messages API. */
export function startAnthropicServer(): Promise<VendorServer> {
  return startVendorServer(({ body }, scenario, response) => {
    if (scenario.kind === 'status') {
      const error = { type: 'error', error: { type: 'invalid_request_error', message: scenario.message } };
      sendJson(response, error, scenario.status, scenario.headers);
    } else if (body.stream === true) streamMessage(scenario, response);
    else sendMessage(scenario, response);
  });
}
