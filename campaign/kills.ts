import { ApiClient } from '../e2e/api-client.ts';
import { type LocalServer, type ServerOptions, startServer } from '../e2e/local-server.ts';
import { type EffectFlow, makeEffectFlows } from './effect-flows.ts';
import { type Effects, startEffects } from './effects.ts';
import { findFaults, isRunning, runsOf } from './find-faults.ts';
import { seededRandom } from './seeded-random.ts';

/** Runs are given up after ten attempts without a step: fewer kills than that between two looks. */
const killsBetweenLooks = 8;
/** Kills come within so long after the questions, or as long as answers take on a machine that has other work. */
const shortestSpanMs = 1200;
const patienceMs = 90_000;

interface KillOptions {
  readonly kills: number;
  /** The same seed asks the same questions and kills after the same times. */
  readonly seed: number;
  /** A database on PostgreSQL; the embedded one when absent. */
  readonly databaseUrl?: string | undefined;
  log?(line: string): void;
}

interface KillReport {
  readonly asked: number;
  readonly runs: number;
  /** Questions whose caller had learned the id of their run when the server was killed, or had its answer. */
  readonly acknowledged: number;
  readonly faults: readonly string[];
}

/** What callers know of their runs, by question. */
interface Known {
  readonly runIds: Map<string, string>;
  readonly answered: Set<string>;
}

async function ask(client: ApiClient, flowId: string, question: string, known: Known): Promise<void> {
  const body = { question, chatId: `chat ${question}`, streaming: true };
  const response = await client.send('POST', `internal-prediction/${flowId}`, body);
  const runId = response.headers.get('x-run-id');
  if (response.ok && runId !== null) known.runIds.set(question, runId);
  const text = await response.text();
  if (response.ok && (runId === null || text.includes('[DONE]'))) known.answered.add(question);
}

/** Waits until nothing runs any more; returns whether that came to be. */
async function untilEnded(client: ApiClient, flows: readonly EffectFlow[]): Promise<boolean> {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    const running = await Promise.all(flows.map(({ id }) => isRunning(client, id)));
    if (!running.includes(true)) return true;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return false;
}

/** What the callers were answered, compared with what is stored. */
function faultsOfKnown(
  questions: readonly string[],
  ids: ReadonlyMap<string, string>,
  known: Known,
): string[] {
  return questions.flatMap((question) => {
    const runId = known.runIds.get(question);
    const stored = ids.get(question);
    if (stored === undefined && (runId !== undefined || known.answered.has(question)))
      return [`${question}: its run was acknowledged and is lost`];
    return runId !== undefined && runId !== stored ? [`${question}: its run has another id`] : [];
  });
}

/** The server that is killed, its flows, and what is known of their runs. */
class Campaign {
  readonly #effects: Effects;
  readonly #random: () => number;
  readonly #seed: number;
  readonly #options: ServerOptions;
  readonly #known: Known = { runIds: new Map(), answered: new Set() };
  readonly #looked = new Set<string>();
  readonly #faults: string[] = [];
  #spanMs = shortestSpanMs;
  #server: LocalServer;
  #client: ApiClient;
  #flows: readonly EffectFlow[] = [];
  #asked = 0;
  /** Questions since the last look. */
  #open: string[] = [];

  private constructor(
    server: LocalServer,
    client: ApiClient,
    effects: Effects,
    seed: number,
    options: ServerOptions,
  ) {
    this.#server = server;
    this.#client = client;
    this.#effects = effects;
    this.#seed = seed;
    this.#options = options;
    this.#random = seededRandom(seed);
  }

  static async start({ seed, databaseUrl }: KillOptions): Promise<Campaign> {
    const effects = await startEffects(40);
    const options = optionsOf(effects, databaseUrl);
    const server = await startServer(options);
    const client = await new ApiClient(server.url).registerOwner();
    const campaign = new Campaign(server, client, effects, seed, options);
    campaign.#flows = await makeEffectFlows(client, effects.port);
    await campaign.#measureSpan();
    return campaign;
  }

  /** Asks some questions, kills the server at some moment after, and starts it again. */
  async killOnce(): Promise<void> {
    const answers = Array.from({ length: 2 + Math.floor(this.#random() * 4) }, () => this.#askSome());
    await new Promise((resolve) => setTimeout(resolve, this.#random() * this.#spanMs));
    await this.#server.stop('SIGKILL');
    await Promise.all(answers);
    const { home } = this.#server;
    this.#server = await startServer({ home, ...this.#options });
    this.#client = await new ApiClient(this.#server.url).signIn();
  }

  /** Waits for the end of all that was asked, and notes what is wrong with it. */
  async look(): Promise<KillReport> {
    const [client, flows] = [this.#client, this.#flows];
    if (!(await untilEnded(client, flows)))
      this.#faults.push(`after ${this.#asked} questions runs did not end`);
    const ids = new Map<string, string>();
    for (const flow of flows) {
      for (const { id, question } of await runsOf(client, flow.id)) ids.set(question, id);
      const isNew = ({ id }: { id: string }) => !this.#looked.has(id);
      this.#faults.push(...(await findFaults(client, flow, this.#effects.times, isNew)));
    }
    this.#faults.push(...faultsOfKnown(this.#open, ids, this.#known));
    for (const id of ids.values()) this.#looked.add(id);
    this.#open = [];
    const acknowledged = new Set([...this.#known.runIds.keys(), ...this.#known.answered]).size;
    return { asked: this.#asked, runs: this.#looked.size, acknowledged, faults: this.#faults };
  }

  async close(): Promise<void> {
    await this.#server.remove();
    this.#effects.close();
  }

  /** Asks each flow once, and nobody kills: the first answers load much, so that the second ones count. */
  async #measureSpan(): Promise<void> {
    for (const round of [1, 2]) {
      const startedAt = performance.now();
      const asked = this.#flows.map(({ id }, place) => {
        const question = `question-${this.#seed}-before-${round}-${place}`;
        this.#asked += 1;
        this.#open.push(question);
        return ask(this.#client, id, question, this.#known);
      });
      await Promise.all(asked);
      this.#spanMs = Math.max(shortestSpanMs, performance.now() - startedAt);
    }
  }

  #askSome(): Promise<void> {
    const flow = this.#flows[Math.floor(this.#random() * this.#flows.length)];
    this.#asked += 1;
    const question = `question-${this.#seed}-${this.#asked}`;
    this.#open.push(question);
    if (!flow) return Promise.resolve();
    // Most callers lose their server.
    return ask(this.#client, flow.id, question, this.#known).catch(() => {});
  }
}

/** The campaign may run beside other work, with little of the machine. */
const optionsOf = ({ port }: Effects, databaseUrl: string | undefined): ServerOptions => ({
  environment: {
    EGRESS_ALLOW: `127.0.0.1:${port}`,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  },
  patienceMs: 120_000,
});

/**
 * Kills the real server at random moments while pipelines, agent flows and chats run, and starts it again. Reports each
 * completed step that was repeated, each run that was lost, and each that did not end.
 */
export async function runKills(options: KillOptions): Promise<KillReport> {
  const { kills, log = () => {} } = options;
  const campaign = await Campaign.start(options);
  try {
    for (let kill = 1; kill <= kills; kill += 1) {
      await campaign.killOnce();
      if (kill % killsBetweenLooks !== 0 || kill === kills) continue;
      const { asked, runs, faults } = await campaign.look();
      log(`${kill} kills, ${asked} questions, ${runs} runs, ${faults.length} faults`);
    }
    return await campaign.look();
  } finally {
    await campaign.close();
  }
}
