import { fileURLToPath } from 'node:url';
import { registerOwner } from '@tendril/contract/api/auths';
import { type Call, createCall } from '@tendril/contract/api/calls';
import { createPhoneNumber } from '@tendril/contract/api/phone-numbers';
import { type LocalServer, startServer } from '../../e2e/local-server.ts';
import { caller, runSipp } from '../../packages/server/src/features/voice/phone-lines/testing/sipp.ts';
import { makeAgent } from '../../packages/server/src/testing/call-driver.ts';
import { freePort } from '../../packages/server/src/testing/free-port.ts';
import { PersonAtProcess } from '../../packages/server/src/testing/person-at-process.ts';
import { owner } from '../../packages/server/src/testing/test-app.ts';
import { openReceiver, type WebhookReceiver } from '../../packages/server/src/testing/webhook-receiver.ts';
import { availableMb, heapFlags } from '../../tools/launch/heap-flags.mjs';
import { mallocEnvironment } from '../../tools/launch/malloc-environment.mjs';
import { failuresOf, type SippFailures } from './failures-of.ts';

const number = '+12025550123';
const callerPort = 7460;
const mediaPort = 31_000;
const mostTries = 5;
/** Speech that comes with the program that calls. */
const speech = '/usr/share/sip-tester/g711a.pcap';

interface RingOptions {
  calls: number;
  atOnce: number;
  /** How many begin in a second. */
  perSecond: number;
  stayMs: number;
}

/** A server with a number that an agent answers, and telephones that call it. */
export class TelephoneOffice {
  readonly server: LocalServer;
  readonly receiver: WebhookReceiver;
  readonly #person = new PersonAtProcess();
  readonly #sipPort: number;

  private constructor(server: LocalServer, receiver: WebhookReceiver, sipPort: number) {
    this.server = server;
    this.receiver = receiver;
    this.#sipPort = sipPort;
    this.#person.url = server.url;
  }

  /** `atOnce`: calls that it takes at one time. */
  static async open(atOnce: number): Promise<TelephoneOffice> {
    const receiver = await openReceiver();
    const sipPort = await freePort();
    const environment = {
      ...{ SIP_PORT: `${sipPort}`, SIP_HOST: '127.0.0.1', RTP_PORTS: '27000-28999' },
      ...{ AGENT_CALLS: '0', WORKSPACE_CALLS: '0', ADDRESS_CALLS: '0', CALL_PLACES: `${atOnce}` },
      EGRESS_ALLOW: `${receiver.host},127.0.0.1:${callerPort}`,
    };
    const server = await startServer({
      environment: mallocEnvironment(environment),
      nodeOptions: [...heapFlags(availableMb()), '--expose-gc'],
      preload: fileURLToPath(new URL('./collect-on-signal.mjs', import.meta.url)),
      patienceMs: 120_000,
    });
    const office = new TelephoneOffice(server, receiver, sipPort);
    await office.#furnish();
    await office.#untilAnswered();
    return office;
  }

  async #furnish(): Promise<void> {
    const registered = await this.#person.send('POST', registerOwner.path, owner);
    if (registered.status !== 201) throw new Error(registered.text);
    const agentId = await makeAgent(this.#person.user, {
      agent: { beginMessageDelayMs: 0 },
      llm: { beginMode: 'defined', beginMessage: 'Good morning.', generalPrompt: 'The shop opens at seven.' },
      settings: {
        ...{ webhookUrl: `${this.receiver.url}/hook`, webhookEvents: ['call_started', 'call_ended'] },
        reminderMaxCount: 0,
      },
    });
    const connection = { trunkUri: `127.0.0.1:${callerPort}`, transport: 'udp' };
    const row = { phoneNumber: number, provider: 'sip', inboundAgentId: agentId, connection };
    const made = await this.#person.send('POST', createPhoneNumber.path, row);
    if (made.status !== 201) throw new Error(made.text);
  }

  /** The number is connected a moment after it was stored, and the first call starts the process of the sound. */
  async #untilAnswered(): Promise<void> {
    for (let tries = 0; tries < mostTries; tries += 1)
      if ((await this.ring({ calls: 1, atOnce: 1, perSecond: 1, stayMs: 6000 })).successful === 1) return;
    throw new Error(`No call was answered:\n${this.server.log()}`);
  }

  /** So many calls, so many of them at a time; each speaks, stays so long and hangs up. */
  async ring({ calls, atOnce, perSecond, stayMs }: RingOptions): Promise<SippFailures> {
    const target = { port: this.#sipPort, service: number, atOnce, perSecond };
    const scenario = caller(speech, stayMs);
    const { output, errors } = await runSipp({ scenario, port: callerPort, calls, target, mediaPort }).done;
    return failuresOf(output, errors);
  }

  /** The webhooks that have come. */
  get received(): { event: string; callId: string }[] {
    return this.receiver.received.map(({ body }) => {
      const { event, call } = JSON.parse(body) as { event: string; call: { call_id: string } };
      return { event, callId: call.call_id };
    });
  }

  /** All calls, the newest first. */
  async calls(): Promise<Call[]> {
    const found: Call[] = [];
    for (;;) {
      const last = found.at(-1);
      const after = last ? `&before=${last.createdAt}&beforeId=${last.id}` : '';
      const answer = await this.#person.send('GET', `${createCall.path}?limit=200${after}`);
      const { data, hasMore } = answer.json() as { data: Call[]; hasMore: boolean };
      found.push(...data);
      if (!hasMore) return found;
    }
  }

  /** The bytes of a recording; undefined where there is none at that address. */
  async recording(path: string): Promise<Buffer | undefined> {
    const address = new URL(path, this.server.url);
    const answer = await fetch(address, { headers: this.#person.headers });
    return answer.ok ? Buffer.from(await answer.arrayBuffer()) : undefined;
  }

  /** Lets the server collect its garbage, which it may otherwise leave for as long as nobody needs the room. */
  collect(): void {
    this.server.process.kill('SIGUSR2');
  }

  async close(): Promise<void> {
    // In order: its processes are writing until then.
    await this.server.stop();
    await this.server.remove();
    this.receiver.close();
  }
}
