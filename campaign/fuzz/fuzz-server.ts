import { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { csrfCookie, csrfHeader } from '@tendril/contract/api/session-cookies';
import { pino } from 'pino';
import { MadeThings } from '../../packages/server/src/testing/made-things.ts';
import { makeKey, signInElsewhere } from '../../packages/server/src/testing/other-workspace.ts';
import { signInAs } from '../../packages/server/src/testing/sign-in-as.ts';
import {
  createTestApp,
  owner,
  type TestApp,
  type TestUser,
} from '../../packages/server/src/testing/test-app.ts';
import { furnishSecrets, markWorkspace } from './canaries.ts';
import type { Actor, FuzzCall } from './fuzz-call.ts';
import { sendRaw } from './raw-request.ts';

/** An answer, however it was asked for. */
export interface FuzzAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
  readonly ms: number;
}

const limitMs = 20_000;

/** The server in this process with two furnished workspaces, and everybody who sends it requests. */
export class FuzzServer {
  readonly app: TestApp;
  readonly things: MadeThings;
  /** The things of a workspace that none of the senders but one belongs to. */
  readonly away: MadeThings;
  /** Texts that no answer and no line of the log may contain. */
  readonly secrets: readonly string[];
  readonly logLines: string[];
  readonly port: number;
  readonly #owner: TestUser;
  readonly #headers: Record<Actor, () => Record<string, string>>;

  private constructor(parts: {
    app: TestApp;
    things: MadeThings;
    away: MadeThings;
    secrets: readonly string[];
    logLines: string[];
    port: number;
    owner: TestUser;
    headers: Record<Actor, () => Record<string, string>>;
  }) {
    this.app = parts.app;
    this.things = parts.things;
    this.away = parts.away;
    this.secrets = parts.secrets;
    this.logLines = parts.logLines;
    this.port = parts.port;
    this.#owner = parts.owner;
    this.#headers = parts.headers;
  }

  static async start(): Promise<FuzzServer> {
    const logLines: string[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        logLines.push(chunk.toString('utf8'));
        done();
      },
    });
    const app = await createTestApp({
      log: pino({ level: 'info' }, sink),
      // Addresses are invented, so that limits of one address end no campaign.
      config: {
        trustProxy: ['127.0.0.1'],
        runPlaces: 500,
        workspaceCalls: 100_000,
        agentCalls: 100_000,
        addressCalls: 100_000,
      },
    });
    const port = Number(new URL(await app.listen()).port);
    const user = await app.signIn();
    const viewer = await signInAs(app, user, 'viewer');
    const key = await makeKey(app, user.caller.workspaceId);
    const readKey = await makeKey(app, user.caller.workspaceId);
    await app.infrastructure.db
      .updateTable('api_key')
      .set({ scope: 'read' })
      .where('id', '=', readKey.keyId)
      .execute();
    const elsewhere = await makeKey(app);
    const outsider = { ...user, ...(await signInElsewhere(app, user, elsewhere)) };
    const things = await MadeThings.make(user);
    const away = await MadeThings.make(outsider);
    await away.closeFlows();
    await markWorkspace(app.infrastructure.db, elsewhere.workspaceId);
    const secrets = await furnishSecrets(user);
    return new FuzzServer({
      app,
      things,
      away,
      secrets: [...secrets, owner.password, key.key, readKey.key, elsewhere.key],
      logLines,
      port,
      owner: user,
      headers: {
        owner: () => session(user.cookies),
        viewer: () => session(viewer.cookies),
        outsider: () => session(outsider.cookies),
        key: () => ({ authorization: `Bearer ${key.key}` }),
        readKey: () => ({ authorization: `Bearer ${readKey.key}` }),
        nobody: () => ({}),
        peer: () => ({}),
      },
    });
  }

  /** Sends a call as somebody, from an address of its own. */
  async send(call: FuzzCall, actor: Actor, address: string): Promise<FuzzAnswer | 'late'> {
    const startedAt = performance.now();
    const headers = {
      ...this.#headers[actor](),
      ...(actor === 'peer' && this.#signed(call)),
      ...call.headers,
    };
    const answer = call.isRaw
      ? await this.#sendRaw(call, headers, address)
      : await this.#inject(call, headers, address);
    return answer === 'late' ? 'late' : { ...answer, ms: performance.now() - startedAt };
  }

  /** The id of a thing of the owner's workspace, by its name there. */
  thing(name: string): string {
    const operation = { method: 'GET', path: '', parameters: [], isForm: false, statuses: [] };
    return String(this.things.known(`${name}Id`, operation));
  }

  /** Whether the server still answers its owner as it should. */
  async isWell(): Promise<boolean> {
    const ready = await this.app.inject({ url: '/health/ready' });
    const flows = await this.#owner.inject({ url: '/api/agent-studio/v1/flows' });
    return ready.statusCode === 200 && flows.statusCode === 200;
  }

  async close(): Promise<void> {
    await this.app.close();
  }

  async #inject(call: FuzzCall, headers: Record<string, string>, remoteAddress: string) {
    const abort = new AbortController();
    const answered = this.app.inject({
      method: call.method as 'GET',
      url: call.target,
      headers,
      remoteAddress,
      signal: abort.signal,
      ...(call.payload !== undefined && { payload: call.payload }),
    });
    const over = new AbortController();
    const late = pause(limitMs, 'late' as const, { signal: over.signal }).catch(() => 'late' as const);
    const answer = await Promise.race([answered, late]);
    over.abort();
    if (answer !== 'late') return { status: answer.statusCode, headers: answer.headers, body: answer.body };
    answered.catch(() => {});
    abort.abort();
    return 'late';
  }

  #sendRaw({ method, target, payload }: FuzzCall, headers: Record<string, string>, address: string) {
    const body = Buffer.from(payload ?? '');
    const sent = {
      host: `127.0.0.1:${this.port}`,
      'x-forwarded-for': address,
      ...(payload !== undefined && { 'content-length': String(body.length) }),
      ...headers,
      connection: 'close',
    };
    const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`);
    const head = [`${method} ${target} HTTP/1.1`, ...lines, '', ''].join('\r\n');
    return sendRaw(this.port, Buffer.concat([Buffer.from(head), body]), limitMs);
  }

  #signed({ method, target, payload }: FuzzCall): Record<string, string> {
    const { internalAuth, processes } = this.app.infrastructure;
    return internalAuth.sign(processes.id, { method, path: target, body: String(payload ?? '') });
  }
}

function session(cookies: Record<string, string>): Record<string, string> {
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  return { cookie, [csrfHeader]: cookies[csrfCookie] ?? '' };
}
