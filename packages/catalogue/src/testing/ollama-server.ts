import type { ServerResponse } from 'node:http';
import { piecesOf, type Scenario, sendJson, startVendorServer, type VendorServer } from './vendor-server.ts';

const head = { model: 'llama3.2', created_at: '2026-01-01T00:00:00.000000Z' };
const counts = { total_duration: 1, load_duration: 1, prompt_eval_count: 12, eval_count: 7 };

function message(scenario: Scenario, content: string): object {
  if (scenario.kind !== 'tool-call') return { role: 'assistant', content };
  const call = { function: { name: scenario.tool, arguments: scenario.input } };
  return { role: 'assistant', content: '', tool_calls: [call] };
}

function stream(scenario: Scenario, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  const line = (value: object) => response.write(`${JSON.stringify({ ...head, ...value })}\n`);
  const pieces = scenario.kind === 'tool-call' ? [''] : piecesOf(scenario);
  for (const piece of pieces) line({ message: message(scenario, piece), done: false });
  if (scenario.kind === 'hang-after') return;
  line({ message: { role: 'assistant', content: '' }, done: true, done_reason: 'stop', ...counts });
  response.end();
}

/** A local server with Ollama's `/api/chat`. */
export function startOllamaServer(): Promise<VendorServer> {
  return startVendorServer(({ body }, scenario, response) => {
    if (scenario.kind === 'status') {
      sendJson(response, { error: scenario.message }, scenario.status, scenario.headers);
    } else if (body.stream === true) stream(scenario, response);
    else {
      const whole = message(scenario, piecesOf(scenario).join(''));
      sendJson(response, { ...head, message: whole, done: true, done_reason: 'stop', ...counts });
    }
  });
}
