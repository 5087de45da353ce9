import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { registerOwner } from '@tendril/contract/api/auths';
import { type Call, createCall, readCallEvents } from '@tendril/contract/api/calls';
import { listWebhookDeliveries, type WebhookDelivery } from '@tendril/contract/api/voice-webhooks';
import type { LoggedCallEvent } from '@tendril/contract/call-event';
import type { DatabaseKind, EmptyDatabase } from './databases.ts';
import { freePort } from './free-port.ts';
import { makeMigratedDatabase } from './migrated-database.ts';
import { PersonAtProcess } from './person-at-process.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { owner } from './test-app.ts';
import { openReceiver, type WebhookReceiver } from './webhook-receiver.ts';

const headBytes = 44;

/** What the caller of a spoken call may say: a closed set proves the way of the sound, whatever the machine is busy with. */
const grammar = `#JSGF V1.0;
grammar caller;
public <sentence> = when does the shop open | tell me about the bread ;
`;

/** An installation whose server is killed and started again, with a receiver of its webhooks. */
export class CallInstallation {
  readonly person = new PersonAtProcess();
  readonly receiver: WebhookReceiver;
  readonly #place: EmptyDatabase;
  readonly #secretKey = randomBytes(32).toString('base64');
  readonly #servers: ServerProcess[] = [];

  private constructor(place: EmptyDatabase, receiver: WebhookReceiver) {
    this.#place = place;
    this.receiver = receiver;
  }

  static async open(database: DatabaseKind): Promise<CallInstallation> {
    return new CallInstallation(await makeMigratedDatabase(database), await openReceiver());
  }

  /** Starts the server, for the first time or again. */
  async start(environment: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
    const port = await freePort();
    const grammarPath = join(this.#place.home, 'caller.gram');
    writeFileSync(grammarPath, grammar);
    const { EGRESS_ALLOW: allowed, ...others } = environment;
    const server = await startServer({
      PATH: process.env['PATH'] ?? '',
      PORT: String(port),
      TENDRIL_HOME: this.#place.home,
      TENDRIL_SECRET_KEY: this.#secretKey,
      EGRESS_ALLOW: [this.receiver.host, ...(allowed === undefined ? [] : [allowed])].join(','),
      LOCAL_SPEECH_GRAMMAR: grammarPath,
      ...(this.#place.databaseUrl !== undefined && { DATABASE_URL: this.#place.databaseUrl }),
      ...others,
    });
    if (server.url === '') throw new Error(server.output());
    this.#servers.push(server);
    this.person.url = `http://127.0.0.1:${port}`;
    return server;
  }

  async register(): Promise<void> {
    const { status, text } = await this.person.send('POST', registerOwner.path, owner);
    if (status !== 201) throw new Error(text);
  }

  async get<T>(path: string): Promise<T> {
    return ((await this.person.send('GET', path)).json() as { data: T }).data;
  }

  call(id: string): Promise<Call> {
    return this.get<Call>(`${createCall.path}/${id}`);
  }

  events(id: string): Promise<LoggedCallEvent[]> {
    return this.get<LoggedCallEvent[]>(readCallEvents.path.replace(':id', id));
  }

  async deliveryStates(agentId: string): Promise<WebhookDelivery['state'][]> {
    const path = listWebhookDeliveries.path.replace(':id', agentId);
    return (await this.get<WebhookDelivery[]>(path)).map(({ state }) => state);
  }

  /** Events of a call that its receiver was told of. */
  received(id: string): string[] {
    return this.receiver.received
      .map(({ body }) => JSON.parse(body) as { event: string; call: { call_id: string } })
      .flatMap(({ event, call }) => (call.call_id === id ? [event] : []));
  }

  /** The recording of a call, byte for byte. */
  async recording({ recordingUrl }: Call): Promise<Buffer> {
    const answer = await fetch(this.person.url + recordingUrl, { headers: this.person.headers });
    return Buffer.from(await answer.arrayBuffer());
  }

  async close(): Promise<void> {
    for (const server of this.#servers.splice(0)) await server.stop();
    this.receiver.close();
    await this.#place.remove();
  }
}

/** How long a recording says that it is, and how long it is; they differ where it was not closed. */
export function lengthsOf(wav: Buffer): { saidMs: number; recordedMs: number } {
  const bytesPerMs = wav.readUInt32LE(28) / 1000;
  return { saidMs: wav.readUInt32LE(40) / bytesPerMs, recordedMs: (wav.length - headBytes) / bytesPerMs };
}

/** Of the agent's side, from a moment to the end. */
export function agentLoudness(wav: Buffer, fromMs: number): number {
  let sum = 0;
  let count = 0;
  const perMs = wav.readUInt32LE(24) / 1000;
  for (let at = headBytes + Math.floor(fromMs * perMs) * 4; at + 4 <= wav.length; at += 4) {
    sum += wav.readInt16LE(at + 2) ** 2;
    count += 1;
  }
  return Math.sqrt(sum / Math.max(1, count));
}
