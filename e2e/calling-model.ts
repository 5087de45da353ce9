import { randomUUID } from 'node:crypto';
import type { Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Asked {
  stream?: boolean;
  messages: { role: string }[];
  tools?: { function: { name: string; parameters: { properties: Record<string, unknown> } } }[];
}

/** What the model asks for once it has read so many results; two calls at once in the middle. */
const askedAfter: Readonly<Record<number, readonly number[]>> = { 0: [1], 1: [2], 2: [3, 4], 4: [5] };
/** How many calls it makes before it answers. */
export const callCount = 5;

/**
 * A model and a service: the model asks for the only tool it is offered, under a new id each time; the tool has an
 * effect at the service. Both say what they are asked, and leave the one question unanswered that the test waits for.
 */
export class CallingModel {
  /** Every request to the service: its path, and the key that it came with. */
  readonly effects: { step: string; key: string }[] = [];
  /** How often the model was asked after so many results. */
  readonly asked = new Map<number, number>();
  #awaited: { label: string; reached(): void } | undefined;
  readonly #server: Server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    if (request.url?.startsWith('/v1')) return this.#answer(JSON.parse(body) as Asked, response);
    const step = (request.url ?? '').slice(1);
    this.effects.push({ step, key: String(request.headers['idempotency-key'] ?? '') });
    if (!this.#holds(`tool ${step}`)) response.end(`done ${step}`);
  });

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  listen(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  forget(): void {
    this.effects.splice(0);
    this.asked.clear();
  }

  /** Resolves when the tool is called for a step ("tool 3"), or the model is asked after results ("asked 3"); once. */
  reached(label: string): Promise<void> {
    return new Promise((reached) => {
      this.#awaited = { label, reached };
    });
  }

  #holds(label: string): boolean {
    if (this.#awaited?.label !== label) return false;
    const { reached } = this.#awaited;
    this.#awaited = undefined;
    reached();
    return true;
  }

  #answer({ messages, tools, stream }: Asked, response: ServerResponse): void {
    const results = messages.filter(({ role }) => role === 'tool').length;
    this.asked.set(results, (this.asked.get(results) ?? 0) + 1);
    if (this.#holds(`asked ${results}`)) return;
    const offered = tools?.[0]?.function;
    const [argument = ''] = Object.keys(offered?.parameters.properties ?? {});
    const calls = (askedAfter[results] ?? []).map((step, index) => ({
      index,
      id: `call_${randomUUID()}`,
      type: 'function',
      function: { name: offered?.name, arguments: JSON.stringify({ [argument]: String(step) }) },
    }));
    const said = calls.length > 0 ? { tool_calls: calls } : { content: 'All done' };
    const finish_reason = calls.length > 0 ? 'tool_calls' : 'stop';
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
    const message = { role: 'assistant', content: null, ...said };
    const common = { id: 'c', created: 1, model: 'm' };
    if (!stream) {
      const choices = [{ index: 0, message, finish_reason }];
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ ...common, object: 'chat.completion', choices, usage }));
      return;
    }
    const frame = (delta: object, end: string | null) =>
      `data: ${JSON.stringify({
        ...{ ...common, object: 'chat.completion.chunk' },
        choices: [{ index: 0, delta, finish_reason: end }],
        ...(end && { usage }),
      })}\n\n`;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`${frame(message, null)}${frame({}, finish_reason)}data: [DONE]\n\n`);
  }
}
