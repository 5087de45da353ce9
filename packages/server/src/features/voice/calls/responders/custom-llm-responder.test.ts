import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Call, createCall } from '@tendril/contract/api/calls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { CallClient, makeAgent, registerCall } from '../../../../testing/call-driver.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../../testing/test-app.ts';
import { readLlmMessage } from './custom-llm-protocol.ts';
import { customLlmAddress } from './custom-llm-responder.ts';

type Message = Record<string, unknown>;

/** A custom LLM that the test plays. */
class PlayedLlm {
  readonly got: Message[] = [];
  readonly paths: string[] = [];
  socket: WebSocket | undefined;
  readonly #server: Server;
  readonly #sockets = new WebSocketServer({ noServer: true });
  #waiting: (() => void)[] = [];
  refuses = false;
  /** Sent as soon as a call dials. */
  opening: Message[] = [];

  constructor() {
    this.#server = createServer();
    this.#server.on('upgrade', (request, socket, head) => {
      this.paths.push(request.url ?? '');
      if (this.refuses) return void socket.end('HTTP/1.1 503 Unavailable\r\ncontent-length: 0\r\n\r\n');
      this.#sockets.handleUpgrade(request, socket, head, (open) => {
        this.socket = open;
        open.on('message', (data) => {
          this.got.push(JSON.parse(String(data)) as Message);
          this.#wake();
        });
        for (const message of this.opening) this.send(message);
        this.#wake();
      });
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  send(message: Message): void {
    this.socket?.send(JSON.stringify(message));
  }

  /** The message of a kind that comes as the given one, counted from 1. */
  async message(kind: string, place = 1): Promise<Message> {
    for (;;) {
      const found = this.got.filter((one) => one['interaction_type'] === kind)[place - 1];
      if (found) return found;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  async connections(count: number): Promise<void> {
    while (this.paths.length < count) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  reset(): void {
    this.got.length = 0;
    this.paths.length = 0;
    this.opening = [];
    this.refuses = false;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }
}

const llm = new PlayedLlm();
const pages: CallClient[] = [];
let address: string;
let test: TestApp;
let user: TestUser;
let base: string;

beforeAll(async () => {
  address = await llm.listen();
  test = await createTestApp({ config: { egressAllow: [address] } });
  user = await test.signIn();
  base = await test.listen();
});
afterEach(async () => {
  for (const page of pages.splice(0)) {
    page.socket.close();
    await page.closed;
  }
  llm.reset();
});
afterAll(async () => {
  await test.close();
  llm.close();
});

/** A greeting without words: it counts as the first answer. */
const silent = { response_type: 'response', response_id: 0, content: '', content_complete: true };

async function openCall(opening: Message[] = [silent]) {
  llm.opening = opening;
  const brain = { type: 'custom-llm', url: `ws://${address}/llm?shop=1` } as const;
  const agentId = await makeAgent(user, { settings: { brain } });
  const registered = await registerCall(user, agentId, { metadata: { order: 7 } });
  const page = new CallClient(base, registered.socketPath, registered.token);
  pages.push(page);
  return { page, id: registered.data.id };
}

async function read(id: string): Promise<Call> {
  return (await user.inject({ method: 'GET', url: `${createCall.path}/${id}` })).json<{ data: Call }>().data;
}

const reply = (id: unknown, content: string, more: Message = {}) =>
  llm.send({ response_type: 'response', response_id: id, content, content_complete: true, ...more });

describe('a custom LLM', () => {
  it('is dialled under the call’s id, gets the call when it asks, and greets by its response 0', async () => {
    const config = { response_type: 'config', config: { call_details: true } };
    const greeting = {
      response_type: 'response',
      response_id: 0,
      content: 'Hello, ',
      content_complete: false,
    };
    const { page, id } = await openCall([
      config,
      greeting,
      { ...greeting, content: 'who calls?', content_complete: true },
    ]);
    expect((await page.event('agent-turn')).text).toBe('Hello, who calls?');
    expect(llm.paths).toEqual([`/llm/${id}?shop=1`]);
    expect(await llm.message('call_details')).toMatchObject({
      call: { call_id: id, metadata: { order: 7 } },
    });
  });

  it('answers piece by piece, and an answer to an older question is not heard', async () => {
    const { page } = await openCall();
    page.send({ type: 'say', text: 'What is the price?' });
    const question = await llm.message('response_required');
    expect(question['transcript']).toEqual([{ role: 'user', content: 'What is the price?', words: [] }]);
    const id = question['response_id'] as number;
    reply(id - 1, 'Too late.');
    llm.send({ response_type: 'response', response_id: id, content: 'Seven ', content_complete: false });
    reply(id, 'euros.');
    expect((await page.event('agent-turn', 2)).text).toBe('Seven euros.');
    page.send({ type: 'say', text: 'Thanks' });
    const next = await llm.message('response_required', 2);
    expect(next['response_id']).toBe(id + 1);
    expect(next['transcript']).toMatchObject([
      { role: 'user' },
      { role: 'agent', content: 'Seven euros.' },
      { role: 'user' },
    ]);
    reply(id, 'Stale.');
    reply(next['response_id'], 'Bye.');
    expect((await page.event('agent-turn', 3)).text).toBe('Bye.');
    const update = await llm.message('update_only');
    expect(update).toHaveProperty('transcript');
  });

  it('ends the call when it says so, once its words were heard', async () => {
    const { page, id } = await openCall();
    page.send({ type: 'say', text: 'That is all' });
    const question = await llm.message('response_required');
    reply(question['response_id'], 'Goodbye.', { end_call: true });
    expect((await page.event('agent-turn', 2)).text).toBe('Goodbye.');
    expect((await page.event('call-end')).reason).toBe('agent_hangup');
    await page.closed;
    expect((await read(id)).transcript.map(({ content }) => content)).toEqual(['That is all', 'Goodbye.']);
  });

  it('reports its own tools, its metadata and where it would transfer, and gets tool calls if requested', async () => {
    const config = { response_type: 'config', config: { transcript_with_tool_calls: true } };
    const { page } = await openCall([config, silent]);
    page.send({ type: 'say', text: 'Find me' });
    const question = await llm.message('response_required');
    const tool = { tool_call_id: 't1', name: 'find', arguments: '{"a":1}' };
    llm.send({ response_type: 'tool_call_invocation', ...tool });
    llm.send({ response_type: 'tool_call_result', tool_call_id: 't1', content: 'found' });
    llm.send({ response_type: 'metadata', metadata: { mood: 'good' } });
    reply(question['response_id'], 'One moment.', { transfer_number: '+4930901820', digit_to_press: '1' });
    expect(await page.event('tool-end')).toMatchObject({
      toolId: 't1',
      name: 'find',
      isOk: true,
      result: 'found',
    });
    expect(await page.event('transfer')).toMatchObject({ number: '+4930901820', isDone: false });
    expect(await page.event('keypad-press')).toMatchObject({ digits: '1', from: 'agent' });
    expect(page.notices).toContainEqual({ type: 'metadata', metadata: { mood: 'good' } });
    await page.event('agent-turn', 2);
    page.send({ type: 'say', text: 'And?' });
    const next = await llm.message('response_required', 2);
    expect(next['transcript_with_tool_calls']).toContainEqual({
      role: 'tool_call_invocation',
      tool_call_id: 't1',
      name: 'find',
      arguments: '{"a":1}',
    });
  });

  it('is asked whether it is there, and dialled again when it is lost', async () => {
    const config = { response_type: 'config', config: { auto_reconnect: true } };
    const { page } = await openCall([config, silent]);
    expect(await llm.message('ping_pong')).toHaveProperty('timestamp');
    llm.send({ response_type: 'ping_pong', timestamp: 1 });
    llm.socket?.terminate();
    await llm.connections(2);
    page.send({ type: 'say', text: 'Still there?' });
    const question = await llm.message('response_required');
    reply(question['response_id'], 'Yes.');
    expect((await page.event('agent-turn', 2)).text).toBe('Yes.');
  });

  it('answers a ping of its own', async () => {
    await openCall([{ response_type: 'ping_pong', timestamp: 5 }, silent]);
    expect(await llm.message('ping_pong')).toHaveProperty('timestamp');
  });

  it.each<[string, () => void, string]>([
    ['is lost', () => llm.socket?.terminate(), 'error_llm_websocket_lost_connection'],
    ['breaks down', () => llm.socket?.close(1011), 'error_llm_websocket_runtime'],
    ['sends no JSON', () => llm.socket?.send('hello'), 'error_llm_websocket_corrupt_payload'],
    ['sends bytes', () => llm.socket?.send(Buffer.from([1])), 'error_llm_websocket_corrupt_payload'],
    [
      'sends a response without its number',
      () => llm.send({ response_type: 'response', content: 'x' }),
      'error_llm_websocket_corrupt_payload',
    ],
  ])('that %s ends the call', async (_what, happen, reason) => {
    const { page, id } = await openCall();
    await page.event('call-start');
    await llm.connections(1);
    happen();
    expect((await page.event('call-end')).reason).toBe(reason);
    await page.closed;
    expect(await read(id)).toMatchObject({ status: 'error', disconnectionReason: reason });
  });

  it('that cannot be opened is reported to the page, and ends the call', async () => {
    llm.refuses = true;
    const { page, id } = await openCall();
    const refused = await page.until(() => page.notices.find(({ type }) => type === 'refused'));
    expect(refused).toMatchObject({ message: expect.stringContaining('custom LLM could not be opened') });
    await page.closed;
    expect(await read(id)).toMatchObject({
      status: 'error',
      disconnectionReason: 'error_llm_websocket_open',
      startedAt: null,
    });
  });
});

describe('the protocol', () => {
  it('puts the call’s id behind the path, whatever follows it', () => {
    expect(customLlmAddress('wss://a.test/llm/?x=1', 'c1')).toBe('wss://a.test/llm/c1?x=1');
    expect(customLlmAddress('wss://a.test', 'c1')).toBe('wss://a.test/c1');
  });

  it('passes over kinds that it does not know, and takes no half ones', () => {
    expect(readLlmMessage('{"response_type":"from_the_future"}')).toBeUndefined();
    expect(readLlmMessage('{"response_type":"config"}')).toBe('corrupt');
    expect(readLlmMessage('null')).toBe('corrupt');
  });
});
