import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient } from '../../e2e/api-client.ts';
import { type LocalServer, startServer } from '../../e2e/local-server.ts';
import { seededRandom } from '../seeded-random.ts';
import { IngestionClient } from './ingestion-client.ts';
import { type MixedFile, makeMixedFiles } from './mixed-files.ts';
import { compareKnowledge, readStoredKnowledge, type StoredKnowledge } from './stored-knowledge.ts';

/** After a restart, something more is read within this time. */
const goesOnMs = 10_000;
/** The share of restarts after which that is waited for; after the others the server is killed at once again. */
const watchedShare = 0.3;
const patienceMs = 3_600_000;
/** A session lasts longer than this. */
const sessionMs = 600_000;
const asked = 20;

interface KillIngestion {
  kills: number;
  /** The same seed makes the same files, and kills after the same times. */
  seed: number;
  bytes: number;
  largest: number;
  /** The longest time from a start to the next kill. */
  longestMs: number;
  /** Before the first kill all files are there, and are being replaced. */
  isFilled?: boolean;
  /** A PostgreSQL that has nothing in it; the embedded database without one. */
  databaseUrl?: string | undefined;
  log?(line: string): void;
}

interface IngestionReport {
  kills: number;
  files: number;
  chunks: number;
  /** How often all files were put in place of those before. */
  rounds: number;
  /** The longest time from a start until something more was read. */
  longestMs: number;
  faults: readonly string[];
}

const options = { patienceMs: 120_000 };

const optionsOf = ({ databaseUrl }: KillIngestion) => ({
  ...options,
  ...(databaseUrl !== undefined && { environment: { DATABASE_URL: databaseUrl } }),
});

/** Files of a round: those of the next take the place of those before. */
const filesOf = ({ seed, bytes, largest }: KillIngestion, round: number): Generator<MixedFile> =>
  makeMixedFiles({ seed: seed + round, bytes, largest });

/** What is stored where nothing stops the server, in the embedded database. */
async function readReference(how: KillIngestion, round: number): Promise<StoredKnowledge> {
  const server = await startServer(options);
  try {
    const files = await IngestionClient.make(await new ApiClient(server.url).registerOwner());
    await files.upload(filesOf(how, round));
    await files.untilDone(patienceMs);
    await server.stop();
    return await readStoredKnowledge(server.home, files.loaderId);
  } finally {
    await server.remove();
  }
}

/** A server that is killed while it reads files. */
class KilledServer {
  readonly #how: KillIngestion;
  readonly #random: () => number;
  readonly #faults: string[] = [];
  #server: LocalServer;
  #files: IngestionClient;
  #round = 0;
  #longestMs = 0;

  private constructor(how: KillIngestion, server: LocalServer, files: IngestionClient) {
    this.#how = how;
    this.#server = server;
    this.#files = files;
    this.#random = seededRandom(how.seed);
  }

  static async start(how: KillIngestion): Promise<KilledServer> {
    const server = await startServer(optionsOf(how));
    const files = await IngestionClient.make(await new ApiClient(server.url).registerOwner());
    const killed = new KilledServer(how, server, files);
    await files.upload(filesOf(how, 0));
    if (!how.isFilled) return killed;
    await files.untilDone(patienceMs);
    await killed.#replace();
    return killed;
  }

  get round(): number {
    return this.#round;
  }

  async kill(): Promise<void> {
    await sleep(this.#random() * this.#how.longestMs);
    await this.#server.stop('SIGKILL');
    const { home } = this.#server;
    this.#server = await startServer({ home, ...optionsOf(this.#how) });
    const startedAt = Date.now();
    this.#files = this.#files.at(await new ApiClient(this.#server.url).signIn());
    if (this.#random() < watchedShare) await this.#watch(startedAt);
    if (!(await this.#files.progress()).isDone) return;
    await this.#replace();
  }

  /** All is read: newer files take their place. */
  async #replace(): Promise<void> {
    this.#round += 1;
    await this.#files.upload(filesOf(this.#how, this.#round));
  }

  /** A session may end before everything is read. */
  async #untilRead(): Promise<boolean> {
    const deadline = Date.now() + patienceMs;
    while (Date.now() < deadline) {
      this.#files = this.#files.at(await new ApiClient(this.#server.url).signIn());
      if (await this.#files.untilDone(sessionMs)) return true;
    }
    return false;
  }

  /** Waits for the rest, and compares it with the reference. */
  async end(): Promise<Omit<IngestionReport, 'kills' | 'rounds'>> {
    if (!(await this.#untilRead())) this.#faults.push('it did not end');
    const { home } = this.#server;
    const texts = await this.#notFound();
    await this.#server.stop();
    const stored = await readStoredKnowledge(home, this.#files.loaderId, this.#how.databaseUrl);
    const chunks = [...stored.files.values()].reduce((sum, own) => sum + own.length, 0);
    const reference = await readReference(this.#how, this.#round);
    const faults = [...this.#faults, ...texts, ...compareKnowledge(stored, reference)];
    return { files: stored.files.size, chunks, longestMs: this.#longestMs, faults };
  }

  close(): Promise<void> {
    return this.#server.remove();
  }

  async #watch(startedAt: number): Promise<void> {
    const before = await this.#files.progress();
    for (;;) {
      const now = await this.#files.progress();
      const tookMs = Date.now() - startedAt;
      if (now.isDone || now.text !== before.text) {
        this.#longestMs = Math.max(this.#longestMs, tookMs);
        return;
      }
      if (tookMs > goesOnMs) {
        this.#faults.push(`nothing went on within ${tookMs} ms of a start: ${now.text}`);
        return;
      }
      await sleep(50);
    }
  }

  /** Sentences of the files that are not found by their own words. */
  async #notFound(): Promise<string[]> {
    const faults: string[] = [];
    let count = 0;
    for (const { name, content } of filesOf(this.#how, this.#round)) {
      if (!name.endsWith('.txt') && !name.endsWith('.md')) continue;
      const sentence = /[A-Z][a-z ]{60,}\./.exec(Buffer.from(content).toString())?.[0];
      if (sentence === undefined || count >= asked) continue;
      count += 1;
      const found = await this.#files.find(sentence);
      if (!found?.includes(sentence)) faults.push(`${name}: "${sentence}" is not found`);
    }
    return faults;
  }
}

/**
 * Kills the real server at random moments while it reads files of all formats into a knowledge base, and starts it again.
 * Reports what differs from a reading that nothing interrupted, and each start after which nothing went on.
 */
export async function killIngestion(how: KillIngestion): Promise<IngestionReport> {
  const killed = await KilledServer.start(how);
  try {
    for (let kill = 1; kill <= how.kills; kill += 1) {
      await killed.kill();
      if (kill % 10 === 0) how.log?.(`${kill} kills, round ${killed.round}`);
    }
    return { kills: how.kills, rounds: killed.round, ...(await killed.end()) };
  } finally {
    await killed.close();
  }
}
