import type { Tool } from '@tendril/contract/provider/tool';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startActionServer } from './action-server.ts';
import { redirectFetch } from './redirect-fetch.ts';
import { testContext } from './run-context.ts';
import { runNode } from './run-node.ts';

/** One call of one action: what the model gives, and the request that has to come of it. */
export interface ActionCase {
  action: string;
  /** The tool's name without what all of the node's names begin with. */
  tool: string;
  given?: Record<string, unknown>;
  input?: Record<string, unknown>;
  request: string;
  body?: unknown;
  /** What the vendor answers, and what the model gets, where that differs. */
  answer?: unknown;
  text?: unknown;
  /** What has to be asked after the first answer. */
  next?: { request: string; body: unknown };
}

interface ActionNode {
  node: string;
  service: string;
  prefix: string;
  secret: Record<string, string>;
  /** The header that carries the key. */
  authorization: string;
  /** Values of the node that choose an action. */
  choose(action: string): Record<string, unknown>;
}

/** Tests that a node's actions send exactly their requests, and fail in words that hold no key. */
export function tryActions(tried: ActionNode, cases: readonly ActionCase[]): void {
  let server: Awaited<ReturnType<typeof startActionServer>>;
  beforeAll(async () => {
    server = await startActionServer();
  });
  afterAll(() => server.close());

  async function open(one: ActionCase, signal = new AbortController().signal) {
    const services = { fetch: redirectFetch(server.url) };
    const context = testContext({ services, signal, credential: tried.secret });
    const tools = await runNode<Tool[]>(tried.node, { ...tried.choose(one.action), ...one.given }, context);
    const [tool] = tools;
    if (!tool) throw new Error('no tool');
    return { tool, tools, call: async () => (await tool.execute(one.input ?? {}, context)).text };
  }

  describe(tried.node, () => {
    it.each(cases)('$action sends its request and gives the answer', async (one) => {
      server.asked.splice(0);
      server.play({ status: 200, body: one.answer ?? { id: 'x1' } });
      const { tool, tools, call } = await open(one);
      expect(tools).toHaveLength(1);
      expect(tool.name).toBe(`${tried.prefix}_${one.tool}`);
      const asked = Object.keys(tool.inputSchema.properties ?? {});
      expect(Object.keys(one.input ?? {}).filter((name) => !asked.includes(name))).toEqual([]);
      expect(tool.inputSchema.required?.filter((name) => !(name in (one.input ?? {})))).toEqual([]);
      const text = await call();
      const { answer = { id: 'x1' }, text: wanted = answer } = one;
      expect(typeof wanted === 'string' ? text : JSON.parse(text)).toEqual(wanted);
      expect(server.asked.map(({ request, body }) => ({ request, body }))).toEqual([
        { request: one.request, body: one.body },
        ...(one.next ? [one.next] : []),
      ]);
      expect(server.asked[0]?.headers.authorization).toBe(tried.authorization);
    });

    it('says in words what the vendor refused, without the key', async () => {
      const [one] = cases;
      if (!one) throw new Error('no case');
      const key = tried.authorization.split(' ').at(-1) ?? '';
      const codes = {
        400: 'PROVIDER_REFUSED',
        401: 'PROVIDER_UNAUTHORIZED',
        429: 'PROVIDER_RATE_LIMITED',
        500: 'PROVIDER_UNAVAILABLE',
      };
      for (const [status, code] of Object.entries(codes)) {
        server.play({ status: Number(status), body: { error: { message: `wrong ${key}` } } });
        const { call } = await open(one);
        const error = await call().then(
          () => undefined,
          (failure: { code: string; message: string }) => failure,
        );
        expect([status, error?.code]).toEqual([status, code]);
        expect(error?.message).toContain(tried.service);
        expect(error?.message).not.toContain(key);
      }
    });

    it('ends with the run, and needs a key and an action', async () => {
      const [one] = cases;
      if (!one) throw new Error('no case');
      server.asked.splice(0);
      server.play('hang');
      const stop = new AbortController();
      const { call } = await open(one, stop.signal);
      const calling = call();
      await expect.poll(() => server.asked.length).toBe(1);
      stop.abort();
      await expect(calling).rejects.toMatchObject({ code: 'RUN_CANCELLED' });
      const given = { ...tried.choose(one.action), ...one.given };
      await expect(runNode(tried.node, given, testContext())).rejects.toMatchObject({
        code: 'CREDENTIAL_MISSING',
      });
      await expect(open({ ...one, action: 'nothing' })).rejects.toMatchObject({ code: 'FLOW_INVALID' });
    });
  });
}
