import type { Operation } from '../../packages/server/src/testing/api-walk.ts';
import type { DatabaseKind } from '../../packages/server/src/testing/databases.ts';
import { breakCall } from './break-call.ts';
import { breakForm } from './break-form.ts';
import { faultsOfAnswer, faultsOfLog, otherWorkspace } from './check-answer.ts';
import { Coverage } from './coverage.ts';
import { createDraw, type Draw } from './draw.ts';
import { findLastingOrphans } from './find-orphans.ts';
import type { Actor, FuzzCall } from './fuzz-call.ts';
import { type FuzzAnswer, FuzzServer } from './fuzz-server.ts';
import { internalOperations } from './internal-operations.ts';
import { drawValidCall } from './valid-call.ts';

interface FuzzOptions {
  readonly seed: number;
  readonly requests: number;
  /** The place in the campaign to begin at: a fault names its own. */
  readonly from?: number;
  /** Only operations whose method and path contain this. */
  readonly only?: string;
  readonly database?: DatabaseKind;
  /** No more requests are sent after so long, however many were to be. */
  readonly minutes?: number;
  log?(line: string): void;
}

export interface FuzzReport {
  readonly sent: number;
  readonly seconds: number;
  readonly servers: number;
  readonly coverage: Coverage;
  /** What went wrong, one of each kind. */
  readonly faults: readonly string[];
}

/** A server grows slow of all that was made: so many requests later, another one begins. */
const requestsPerServer = 10_000;
const wellnessEvery = 250;
const thingsEvery = 1000;
const parallel = 8;

/** They end the session that asks, or lock its workspace: asked more rarely, and the server is looked at afterwards. */
const isEnding = ({ method, path }: Operation) =>
  method !== 'GET' && /\/auths\/|\/workspace\/(?:security|people|roles|limits)|switch-workspace/.test(path);
const endingShare = 0.02;
/** What anybody reads of what a workspace has published. */
const publicRoutes = /public-|prediction|flow-forms|webhook|\/mcp\/|embed|chatflows-/;

const senders: readonly (readonly [number, Actor])[] = [
  [0.66, 'owner'],
  [0.76, 'key'],
  [0.81, 'readKey'],
  [0.86, 'viewer'],
  [0.93, 'outsider'],
  [1, 'nobody'],
];

/** One campaign: requests that a seed repeats, their answers, and what is wrong with them. */
class Fuzzer {
  readonly #options: FuzzOptions;
  readonly #coverage = new Coverage();
  readonly #faults = new Map<string, string>();
  #server: FuzzServer | undefined;
  #operations: readonly Operation[] = [];
  #ending: readonly Operation[] = [];
  #servers = 0;
  #sent = 0;
  readonly #startedAt = performance.now();
  #isLost = false;

  constructor(options: FuzzOptions) {
    this.#options = options;
  }

  async run(): Promise<FuzzReport> {
    const { requests, from = 0 } = this.#options;
    const startedAt = this.#startedAt;
    const noteRejection = (reason: unknown) => this.#note('unhandled rejection', String(reason));
    process.on('unhandledRejection', noteRejection);
    try {
      for (let begin = from; begin < from + requests && !this.#isOver; begin += requestsPerServer) {
        await this.#serve(begin, Math.min(begin + requestsPerServer, from + requests));
      }
    } finally {
      process.off('unhandledRejection', noteRejection);
    }
    return {
      sent: this.#sent,
      seconds: (performance.now() - startedAt) / 1000,
      servers: this.#servers,
      coverage: this.#coverage,
      faults: [...this.#faults.values()],
    };
  }

  get #isOver(): boolean {
    const { minutes = Number.POSITIVE_INFINITY } = this.#options;
    return performance.now() - this.#startedAt > minutes * 60_000;
  }

  #summary(): string {
    const seconds = (performance.now() - this.#startedAt) / 1000;
    const { rss, heapUsed, external } = process.memoryUsage();
    const open = Object.entries(Object.groupBy(process.getActiveResourcesInfo(), (name) => name));
    const resources = open.map(([name, all]) => `${all?.length} ${name}`).join(', ');
    const memory = [rss, heapUsed, external].map((bytes) => Math.round(bytes / 1024 / 1024)).join('/');
    const { operations, requests } = this.#coverage.reached;
    return `${this.#sent} requests, ${Math.round(this.#sent / seconds)}/s, ${requests} done by ${operations} of ${this.#coverage.operations} operations, ${this.#faults.size} faults; server ${this.#servers}, ${memory} MB, ${resources}`;
  }

  /** Sends one server its requests, and another the rest of them when a request has locked its owner out. */
  async #serve(begin: number, end: number): Promise<void> {
    await this.#startServer();
    let next = begin;
    const work = async () => {
      while (next < end) {
        const place = next;
        next += 1;
        await this.#sendOne(place);
      }
    };
    while (next < end && !this.#isOver) {
      const stop = end;
      end = Math.min(stop, next + wellnessEvery);
      await Promise.all(Array.from({ length: parallel }, work));
      end = stop;
      await this.#look(next);
    }
    await this.#closeServer();
  }

  async #startServer(): Promise<void> {
    this.#server = await FuzzServer.start(this.#options.database);
    this.#servers += 1;
    const { only = '' } = this.#options;
    const all = [...this.#server.things.operations, ...internalOperations(this.#server.app.app.routes)];
    const wanted = all.filter(({ method, path }) => `${method} ${path}`.includes(only));
    this.#operations = wanted.filter((operation) => !isEnding(operation));
    this.#ending = wanted.filter(isEnding);
  }

  async #closeServer(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    for (const fault of faultsOfLog(server.logLines, server.secrets)) this.#note(fault.slice(0, 60), fault);
    for (const fault of await findLastingOrphans(server.app.infrastructure))
      this.#note(fault.replace(/^\d+/, '').slice(0, 40), fault);
    await server.close();
    this.#server = undefined;
  }

  async #look(place: number): Promise<void> {
    const server = this.#server;
    if (!server) return;
    for (const fault of faultsOfLog(server.logLines.splice(0), server.secrets))
      this.#note(fault.slice(0, 60), `before ${place}: ${fault}`);
    if (this.#isLost) await server.signInAgain().catch(() => {});
    const isWell = await server.isWell();
    if (!isWell && !this.#isLost)
      this.#note('not well', `before ${place}: the server no longer answers its owner`);
    if (place % thingsEvery === 0) this.#options.log?.(this.#summary());
    if (isWell && place % thingsEvery !== 0) return;
    try {
      if (isWell) return await server.makeAll();
    } catch {
      // A request before has changed what can be made, or whose session it is.
    }
    this.#isLost = false;
    await this.#closeServer();
    await this.#startServer();
  }

  async #sendOne(place: number): Promise<void> {
    const server = this.#server;
    if (!server) return;
    const draw = createDraw(this.#options.seed, place);
    const isEnd = this.#ending.length > 0 && (this.#operations.length === 0 || draw.chance(endingShare));
    if (isEnd) this.#isLost = true;
    const operation = draw.pick(isEnd ? this.#ending : this.#operations);
    const isInternal = operation.path.startsWith('/internal/');
    const at = draw.number();
    const actor = isInternal ? 'peer' : (senders.find(([until]) => at < until)?.[1] ?? 'owner');
    const call = await drawCall(server, operation, draw, actor);
    const address = `10.${draw.below(250)}.${draw.below(250)}.${draw.below(250)}`;
    let answer = await server.send(call, actor, address);
    // Once more alone: how busy the machine is decides nothing.
    if (answer === 'late' || answer.ms > 3000) answer = await server.send(call, actor, address);
    this.#sent += 1;
    if (actor === 'outsider' && String(call.payload ?? '').includes('"isPublic":')) server.hasOpened = true;
    const isGone = operation.method === 'DELETE' && answer !== 'late' && answer.status < 300;
    if (isGone && actor !== 'outsider') await server.makeTargetsOf(operation);
    this.#take(place, operation, call, actor, answer, server.secrets);
  }

  #take(
    place: number,
    operation: Operation,
    call: FuzzCall,
    actor: Actor,
    answer: FuzzAnswer | 'late',
    secrets: readonly string[],
  ): void {
    const isOwn = !call.breakage.startsWith('path') && !call.breakage.startsWith('method');
    if (isOwn && answer !== 'late') this.#coverage.add(operation, answer.status);
    for (const fault of faultsOfAnswer(call, actor, answer, secrets)) {
      if (fault === otherWorkspace && this.#server?.hasOpened && publicRoutes.test(operation.path)) continue;
      const kind = `${operation.method} ${operation.path} ${fault.slice(0, 24)}`;
      const sent = `${call.method} ${call.target.slice(0, 200)} ${String(call.payload ?? '').slice(0, 300)}`;
      const cause = this.#server?.causeOf(answer === 'late' ? '' : answer.body) ?? '';
      this.#note(
        kind,
        `${place} (${actor}, ${call.breakage}) ${operation.method} ${operation.path} ${fault}\n      ${sent}${cause}`,
      );
    }
  }

  /** One of each kind: the same fault is met again and again. */
  #note(kind: string, fault: string): void {
    if (this.#faults.has(kind)) return;
    this.#faults.set(kind, fault);
    this.#options.log?.(`FAULT ${fault}`);
  }
}

/** The call of one place in the campaign. */
async function drawCall(
  server: FuzzServer,
  operation: Operation,
  draw: Draw,
  actor: Actor,
): Promise<FuzzCall> {
  const isAway = actor === 'outsider' ? draw.chance(0.4) : draw.chance(0.08);
  const things = isAway ? server.away : server.further;
  const isValid = draw.chance(0.35);
  if (isValid && operation.method === 'DELETE' && actor === 'owner' && !isAway && draw.chance(0.2))
    await server.makeTargetsOf(operation);
  const call = drawValidCall(operation, things.known, draw);
  const named = { ...call, breakage: isAway ? 'ids of elsewhere' : 'valid' };
  if (isValid) return named;
  return operation.isForm && draw.chance(0.7) ? breakForm(named, draw) : breakCall(named, draw);
}

/** Sends every route of the server requests that are right, and requests that are broken on purpose. */
export function runFuzz(options: FuzzOptions): Promise<FuzzReport> {
  return new Fuzzer(options).run();
}
