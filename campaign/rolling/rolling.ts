import { hubPrefix } from '@tendril/contract/api/hub';
import { createVoiceAgent } from '@tendril/contract/api/voice-agents';
import { ApiClient } from '../../e2e/api-client.ts';
import { type ServerCluster, startCluster } from '../../e2e/server-cluster.ts';
import { type EffectFlow, makeEffectFlows } from '../effect-flows.ts';
import { type Effects, startEffects } from '../effects.ts';
import { findFaults, isRunning } from '../find-faults.ts';
import { seededRandom } from '../seeded-random.ts';
import { followWhole } from './follow-whole.ts';
import { holdCall } from './hold-call.ts';

interface RollingOptions {
  processes: number;
  /** Restarts, of one process after the other. */
  restarts: number;
  /** Runs under way at any time. */
  runs: number;
  /** Calls under way at any time. */
  calls: number;
  seed: number;
  /** How long a step of a run takes elsewhere. */
  stepMs: number;
  /** How long runs have to finish where they are. */
  graceMs: number;
  log?(line: string): void;
}

export interface RollingReport {
  readonly answers: number;
  readonly calls: number;
  /** Runs that went on in another process. */
  readonly resumed: number;
  readonly reconnects: number;
  /** Questions that a process with too much to do refused at once, asked again after the time that it named. */
  readonly refused: number;
  /** From each signal to the process that is ready again. */
  readonly restartMs: readonly number[];
  readonly faults: readonly string[];
  /** What the servers have logged as errors and warnings, each with how often. */
  readonly logged: readonly string[];
}

/** A fault without what is different in each. */
export function kindOfFault(fault: string): string {
  return fault
    .replace(/^question-\S+( \([^)]*\))?: /, '')
    .replaceAll(/\d+/g, 'N')
    .slice(0, 60);
}

const wholeAnswer = Array.from({ length: 8 }, (_, word) => `word${word + 1} `).join('');
const patienceMs = 120_000;
const signInMs = 240_000;

interface LoadParts {
  client: ApiClient;
  url: string;
  pipeline: EffectFlow;
  chat: EffectFlow;
  agentId: string;
}

/** Callers of all kinds, and what they see. */
class Load {
  readonly faults: string[] = [];
  answers = 0;
  calls = 0;
  resumed = 0;
  reconnects = 0;
  refused = 0;
  underWay = 0;
  #isOver = false;
  #asked = 0;
  readonly #working: Promise<void>[] = [];
  readonly #random: () => number;
  readonly #parts: LoadParts;
  readonly #options: RollingOptions;

  constructor(parts: LoadParts, options: RollingOptions) {
    this.#parts = parts;
    this.#options = options;
    this.#random = seededRandom(options.seed);
  }

  begin(): void {
    const { runs, calls, stepMs } = this.#options;
    for (let index = 0; index < runs; index += 1)
      this.#repeat(() => this.#ask(), this.#random() * stepMs * 5);
    for (let index = 0; index < calls; index += 1) this.#repeat(() => this.#call(), this.#random() * 5000);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#working);
  }

  // Not all at once: a run of each kind is at any point of it when a process stops.
  #repeat(work: () => Promise<void>, afterMs: number): void {
    const working = async () => {
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      while (!this.#isOver) {
        this.underWay += 1;
        await work().catch((error: unknown) => this.#fault(String(error), (error as Error).cause));
        this.underWay -= 1;
      }
    };
    this.#working.push(working());
  }

  async #ask(): Promise<void> {
    this.#asked += 1;
    const question = `question-${this.#options.seed}-${this.#asked}`;
    const body = { question, chatId: `chat ${question}` };
    const kind = this.#random();
    if (kind < 0.6) return this.#follow(this.#parts.pipeline, body);
    if (kind < 0.85) return this.#follow(this.#parts.chat, body, wholeAnswer);
    const { client, chat } = this.#parts;
    const response = await this.#untilAccepted(() =>
      client.send('POST', `internal-prediction/${chat.id}`, body),
    );
    const text = await response.text();
    if (!response.ok) return this.#fault(question, `refused with ${response.status}: ${text}`);
    if ((JSON.parse(text) as { text: string }).text !== wholeAnswer)
      this.#fault(question, `its answer was ${text}`);
    this.answers += 1;
  }

  async #follow(
    flow: EffectFlow,
    body: { question: string; chatId: string },
    wanted?: string,
  ): Promise<void> {
    const { text, faults, reconnects, resumes } = await followWhole(
      this.#parts.client,
      flow.id,
      body,
      (ask) => this.#untilAccepted(ask),
    );
    for (const fault of faults) this.#fault(body.question, fault);
    if (faults.length === 0 && wanted !== undefined && text !== wanted)
      this.#fault(body.question, `its answer was seen as “${text}”`);
    this.answers += 1;
    this.reconnects += reconnects;
    if (resumes > 0) this.resumed += 1;
  }

  /** Asks again when and as often as a server that is busy asks for it, as any client should. */
  async #untilAccepted(ask: () => Promise<Response>): Promise<Response> {
    for (;;) {
      const response = await ask();
      const seconds = Number(response.headers.get('retry-after'));
      if (response.status !== 503 || seconds === 0) return response;
      const text = await response.text();
      if (!text.includes('The server is busy')) return new Response(text, response);
      this.refused += 1;
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
  }

  async #call(): Promise<void> {
    const { client, url, agentId } = this.#parts;
    const { faults } = await holdCall(client, url, { agentId, sentences: 5, pauseMs: 2000 });
    this.faults.push(...faults);
    this.calls += 1;
  }

  #fault(question: string, what: unknown): void {
    this.faults.push(`${question}: ${String(what)}`);
  }
}

/** Restarts every process in turn behind a real proxy, again and again, under runs and calls. */
export async function runRolling(options: RollingOptions): Promise<RollingReport | undefined> {
  const effects = await startEffects(options.stepMs);
  const cluster = await startCluster({
    processes: options.processes,
    patienceMs,
    environment: {
      EGRESS_ALLOW: `127.0.0.1:${effects.port}`,
      SHUTDOWN_GRACE_MS: String(options.graceMs),
      // As an operator sets it whose answers take longer: one that starts over in another process is passed on to its end.
      HANDOVER_MS: String(Math.max(60_000, options.stepMs * 6)),
      WORKSPACE_CALLS: '0',
      AGENT_CALLS: '0',
      ADDRESS_CALLS: '0',
    },
  });
  try {
    return cluster && (await roll(cluster, effects, options));
  } finally {
    await cluster?.close();
    effects.close();
  }
}

async function roll(
  cluster: ServerCluster,
  effects: Effects,
  options: RollingOptions,
): Promise<RollingReport> {
  const { processes, restarts, log = () => {} } = options;
  const client = await new ApiClient(cluster.url).registerOwner();
  const flows = await makeEffectFlows(client, effects.port);
  const [, pipeline, chat] = flows;
  if (!pipeline || !chat) throw new Error('There are flows to run.');
  const agentId = await makeCallAgent(client);
  const load = new Load({ client, url: cluster.url, pipeline, chat, agentId }, options);
  const signingIn = setInterval(() => void client.signIn().catch(() => {}), signInMs);
  load.begin();
  await new Promise((resolve) => setTimeout(resolve, options.stepMs));
  const restartMs: number[] = [];
  let named = 0;
  for (let restart = 0; restart < restarts; restart += 1) {
    const startedAt = performance.now();
    await cluster.restart(restart % processes);
    restartMs.push(Math.round(performance.now() - startedAt));
    const { answers, calls, resumed, reconnects, refused, underWay, faults } = load;
    log(
      `restart ${restart + 1} in ${restartMs.at(-1)} ms: ${underWay} under way, ${answers} answers, ${calls} calls, ${resumed} resumed, ${reconnects} reconnects, ${refused} refused for a moment, ${faults.length} faults`,
    );
    // A long campaign is not waited for to know what goes wrong.
    for (const [kind, examples] of Map.groupBy(faults.slice(named), kindOfFault))
      log(`  ${examples.length} × ${kind}, such as ${examples[0]?.slice(0, 300)}`);
    named = faults.length;
  }
  await load.end();
  clearInterval(signingIn);
  await client.signIn();
  const faults = [...load.faults];
  for (const flow of [pipeline, chat]) {
    if (!(await untilEnded(client, flow))) faults.push('runs did not end');
    faults.push(...(await findFaults(client, flow, effects.times, () => true)));
  }
  const { answers, calls, resumed, reconnects, refused } = load;
  return {
    answers,
    calls,
    resumed,
    reconnects,
    refused,
    restartMs,
    faults,
    logged: countLogged(cluster.log()),
  };
}

function countLogged(log: string): string[] {
  const counts = new Map<string, number>();
  for (const line of log.split('\n')) {
    const said = /"msg":"([^"]*)"/.exec(line)?.[1];
    const cause = /"err":\{[^}]*?"message":"((?:[^"\\]|\\.)*)"/.exec(line)?.[1] ?? '';
    const detail = /"detail":"((?:[^"\\]|\\.)*)"/.exec(line)?.[1] ?? '';
    const whole = `${said} ${cause} ${detail}`.trimEnd();
    if (said !== undefined) counts.set(whole, (counts.get(whole) ?? 0) + 1);
  }
  return [...counts].map(([said, count]) => `${count} × ${said}`);
}

async function untilEnded(client: ApiClient, { id }: EffectFlow): Promise<boolean> {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    if (!(await isRunning(client, id))) return true;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return false;
}

/** An agent for typed calls, which the demo model answers for. */
async function makeCallAgent(client: ApiClient): Promise<string> {
  const { data } = await client.call<{ data: { id: string; responseEngineLlmId: string } }>(
    'POST',
    createVoiceAgent.path,
    { agentName: 'Reception' },
  );
  const llm = { credentialId: 'demo', beginMode: 'user' };
  await client.call('PUT', `${hubPrefix}/llms/${data.responseEngineLlmId}`, llm);
  return data.id;
}
