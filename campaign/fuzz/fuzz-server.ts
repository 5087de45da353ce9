import { availableParallelism, loadavg } from 'node:os';
import { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import * as zlib from 'node:zlib';
import { switchWorkspace } from '@tendril/contract/api/auths';
import { csrfCookie, csrfHeader } from '@tendril/contract/api/session-cookies';
import { pino } from 'pino';
import type { KnownValues, Operation } from '../../packages/server/src/testing/api-walk.ts';
import type { DatabaseKind } from '../../packages/server/src/testing/databases.ts';
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
import { FurtherThings } from './further-things.ts';
import type { Actor, FuzzCall } from './fuzz-call.ts';
import { sendRaw } from './raw-request.ts';

/** An answer, however it was asked for. */
export interface FuzzAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
  readonly ms: number;
}

/** How much longer everything takes on a machine that has more to do than it has cores. */
export const machineShare = (): number => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());

/** Operations whose answer is the end of a job: it waits for vendors, which are not there, for as long as services may. */
export const waitsForJobs = (target: string): boolean =>
  /\/document-store\/(?:upsert|refresh)\//.test(target) && !target.includes('wait=false');

const limitMs = (target: string): number => (waitsForJobs(target) ? 120_000 : 20_000) * machineShare();

/** The server in this process with two furnished workspaces, and everybody who sends it requests. */
export class FuzzServer {
  readonly app: TestApp;
  readonly things: MadeThings;
  readonly further: FurtherThings;
  readonly user: TestUser;
  /** The things of a workspace that none of the senders but one belongs to. */
  readonly away: FurtherThings;
  /** Texts that no answer and no line of the log may contain. */
  readonly secrets: readonly string[];
  /** Whether the other workspace has itself published something since all was made. */
  hasOpened = false;
  readonly logLines: string[];
  readonly port: number;
  readonly #headers: Record<Actor, () => Record<string, string>>;

  private constructor(parts: {
    app: TestApp;
    things: MadeThings;
    further: FurtherThings;
    away: FurtherThings;
    secrets: readonly string[];
    logLines: string[];
    port: number;
    owner: TestUser;
    headers: Record<Actor, () => Record<string, string>>;
  }) {
    this.app = parts.app;
    this.things = parts.things;
    this.further = parts.further;
    this.away = parts.away;
    this.secrets = parts.secrets;
    this.logLines = parts.logLines;
    this.port = parts.port;
    this.user = parts.owner;
    this.#headers = parts.headers;
  }

  static async start(database: DatabaseKind = 'sqlite'): Promise<FuzzServer> {
    const logLines: string[] = [];
    const app = await openApp(database, logLines);
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
    const { workspaceId } = elsewhere;
    const outsider = {
      ...user,
      caller: { ...user.caller, workspaceId },
      ...(await signInElsewhere(app, user, elsewhere)),
    };
    const things = await MadeThings.make(user);
    const further = await FurtherThings.make(app, user, things);
    const madeAway = await MadeThings.make(outsider);
    const away = await FurtherThings.make(app, outsider, madeAway);
    await away.closeFlows();
    await markWorkspace(app.infrastructure.db, workspaceId);
    const secrets = await furnishSecrets(user);
    return new FuzzServer({
      app,
      things,
      further,
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

  /** The owner's own values for the parameters and fields of calls. */
  readonly known: KnownValues = (name, operation) => this.further.known(name, operation);

  /** Opens another session of the owner: one before has ended his. */
  async signInAgain(): Promise<void> {
    const again = await this.app.signIn();
    Object.assign(this.user.cookies, again.cookies);
    // The person is the outsider too, and goes on where they were last.
    const { workspaceId } = this.user.caller;
    if (again.caller.workspaceId === workspaceId) return;
    const url = switchWorkspace.path;
    const moved = await again.inject({ method: 'POST', url, payload: { workspaceId } });
    for (const { name, value } of moved.cookies) this.user.cookies[name] = value;
  }

  /** Makes one of everything again, for the owner. */
  async makeAll(): Promise<void> {
    await this.things.makeAll();
    await this.further.makeAll();
    if (this.hasOpened) await this.away.closeFlows();
    this.hasOpened = false;
  }

  /** Recreates what a removal is about: another one may have removed it. */
  async makeTargetsOf(operation: Operation): Promise<void> {
    await this.things.makeTargetsOf(operation).catch(() => {});
    await this.further.makeTargetsOf(operation).catch(() => {});
  }

  /** The id of a thing of the owner's workspace, by its name there. */
  thing(name: string): string {
    const operation = { method: 'GET', path: '', parameters: [], isForm: false, statuses: [] };
    return String(this.things.known(`${name}Id`, operation));
  }

  /** Whether the server still answers its owner as it should. */
  async isWell(): Promise<boolean> {
    const ready = await this.app.inject({ url: '/health/ready' });
    const flows = await this.user.inject({ url: '/api/agent-studio/v1/flows' });
    return ready.statusCode === 200 && flows.statusCode === 200;
  }

  /** What the log says of a refused request: the cause of an internal error. */
  causeOf(body: string): string {
    const id = /"requestId":"([^"]+)"/.exec(body)?.[1];
    const line = id && this.logLines.find((one) => one.includes(id) && one.includes('"stack"'));
    if (!line) return '';
    const { err } = JSON.parse(line) as { err?: { stack?: string } };
    const stack = (err?.stack ?? '').split('\n').filter((one) => !/node_modules|node:/.test(one));
    return `\n      ${stack.slice(0, 8).join('\n      ').slice(0, 1500)}`;
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
    const late = pause(limitMs(call.target), 'late' as const, { signal: over.signal }).catch(
      () => 'late' as const,
    );
    const answer = await Promise.race([answered, late]);
    over.abort();
    if (answer !== 'late')
      return { status: answer.statusCode, headers: answer.headers, body: unpacked(answer.headers, answer) };
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
    return sendRaw(this.port, Buffer.concat([Buffer.from(head), body]), limitMs(target));
  }

  #signed({ method, target, payload }: FuzzCall): Record<string, string> {
    const { internalAuth, processes } = this.app.infrastructure;
    return internalAuth.sign(processes.id, { method, path: target, body: String(payload ?? '') });
  }
}

function openApp(database: DatabaseKind, logLines: string[]): Promise<TestApp> {
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logLines.push(chunk.toString('utf8'));
      done();
    },
  });
  return createTestApp({
    database,
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
}

const unpackers = new Map<string, (packed: Buffer) => Buffer>([
  ['br', (packed) => zlib.brotliDecompressSync(packed)],
  ['gzip', (packed) => zlib.gunzipSync(packed)],
  ['deflate', (packed) => zlib.inflateSync(packed)],
]);

/** The words of an answer, which may be packed as the request wished. */
function unpacked(headers: Readonly<Record<string, unknown>>, answer: { body: string; rawPayload: Buffer }) {
  const way = unpackers.get(String(headers['content-encoding']));
  return way && answer.rawPayload.length > 0 ? way(answer.rawPayload).toString('utf8') : answer.body;
}

function session(cookies: Record<string, string>): Record<string, string> {
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  return { cookie, [csrfHeader]: cookies[csrfCookie] ?? '' };
}
