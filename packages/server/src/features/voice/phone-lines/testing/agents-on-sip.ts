import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Call } from '@tendril/contract/api/calls';
import { createPhoneCall } from '@tendril/contract/api/phone-calls';
import type { LoggedCallEvent } from '@tendril/contract/call-event';
import { expect } from 'vitest';
import { type AgentDraft, makeAgent } from '../../../../testing/call-driver.ts';
import { createPhoneApp, type PhoneApp } from '../../../../testing/phone-app.ts';
import { makeFolder } from '../../../../testing/temporary-folder.ts';
import type { PhoneLine } from '../phone-line.ts';
import { sipOffice } from './sip-office.ts';
import { claimSipPort } from './sip-port.ts';
import { SpeakingPhone } from './speaking-phone.ts';

const grammar = `#JSGF V1.0;
grammar caller;
public <sentence> = hello | when does the shop open | please leave a message after the tone ;
`;
/** What agents say first, unless their draft says otherwise. */
export const greeting = 'Good morning, this is the bakery on the market square.';
/** A sample that is louder is no silence. */
const audible = 400;
/** How long what somebody says or hears may take. */
export const patience = { timeout: 30_000, interval: 20 };

type Answer = Awaited<ReturnType<NonNullable<Parameters<typeof sipOffice>[0]['answer']>>>;
type EventType = LoggedCallEvent['type'];

/** A person at one end of a SIP line, and what the call has noted at the other. */
export class CalledPerson {
  readonly person: SpeakingPhone;
  readonly id: string;
  readonly #phone: PhoneApp;

  constructor(line: PhoneLine, id: string, phone: PhoneApp) {
    this.person = new SpeakingPhone(line);
    this.id = id;
    this.#phone = phone;
  }

  events(): Promise<LoggedCallEvent[]> {
    return this.#phone.events(this.id);
  }

  async typed<Type extends EventType>(type: Type): Promise<Extract<LoggedCallEvent, { type: Type }>[]> {
    const isIt = (event: LoggedCallEvent): event is Extract<LoggedCallEvent, { type: Type }> =>
      event.type === type;
    return (await this.events()).filter(isIt);
  }

  /** Waits until the call has noted so many of them. */
  until(type: EventType, count = 1): Promise<void> {
    return expect
      .poll(async () => (await this.typed(type)).length, patience)
      .toBeGreaterThanOrEqual(count) as unknown as Promise<void>;
  }

  /** Waits until so much more sound has come. */
  hears(ms: number): Promise<void> {
    const from = this.person.heardMs;
    return expect
      .poll(() => this.person.heardMs - from, patience)
      .toBeGreaterThan(ms) as unknown as Promise<void>;
  }

  /** Milliseconds of what was heard before the first sound; undefined: there was none. */
  soundAt(fromMs = 0): number | undefined {
    const perMs = this.#rate / 1000;
    const from = Math.floor(fromMs * perMs);
    const at = this.person.heard.samples.slice(from).findIndex((sample) => Math.abs(sample) > audible);
    return at < 0 ? undefined : (from + at) / perMs;
  }

  /** How many milliseconds of what was heard are loud, in pieces of 20. */
  get spokenMs(): number {
    const size = this.#rate / 50;
    const { samples } = this.person.heard;
    let ms = 0;
    for (let at = 0; at + size <= samples.length; at += size)
      if (samples.slice(at, at + size).some((sample) => Math.abs(sample) > audible)) ms += 20;
    return ms;
  }

  ended(): Promise<Call> {
    return this.#phone.callWhen(this.id, ({ status }) => status === 'ended');
  }

  hangUp(): Promise<unknown> {
    return Promise.resolve(this.person.line.close());
  }

  get #rate(): number {
    return this.person.line.format?.sampleRate ?? 8000;
  }
}

/** A server whose agents have numbers at a SIP trunk, and an office outside whose people call them and are called. */
export class AgentsOnSip {
  readonly phone: PhoneApp;
  /** What happens to calls at a number outside; they are answered when nothing is said. */
  readonly answers: Map<string, Answer>;
  readonly #outside: Awaited<ReturnType<typeof sipOffice>>;
  readonly #ports: { port: number; outsidePort: number };
  #numbers = 0;

  private constructor(
    phone: PhoneApp,
    outside: Awaited<ReturnType<typeof sipOffice>>,
    ports: { port: number; outsidePort: number },
    answers: Map<string, Answer>,
  ) {
    this.phone = phone;
    this.#outside = outside;
    this.#ports = ports;
    this.answers = answers;
  }

  /** `egressAllow`: addresses of this machine, beside the trunk's, that the server may reach. */
  static async start(egressAllow: readonly string[]): Promise<AgentsOnSip> {
    const port = await claimSipPort();
    const outsidePort = await claimSipPort();
    const localSpeechGrammar = join(makeFolder(), 'caller.gram');
    writeFileSync(localSpeechGrammar, grammar);
    const phone = await createPhoneApp('sqlite', 'here', {
      ...{ sipPort: port, sipHost: '127.0.0.1', rtpPorts: [port + 10_000, port + 10_199] },
      egressAllow: [`127.0.0.1:${outsidePort}`, ...egressAllow],
      localSpeechGrammar,
    });
    const answers = new Map<string, Answer>();
    const outside = await sipOffice({
      port: outsidePort,
      trunkPorts: [port],
      answer: (call) => answers.get(call.to),
    });
    return new AgentsOnSip(phone, outside, { port, outsidePort }, answers);
  }

  /** A number of its own, with an agent that has these settings. */
  async number({ agent, llm, settings }: AgentDraft): Promise<string> {
    this.#numbers += 1;
    const phoneNumber = `+1202555${1000 + this.#numbers}`;
    const agentId = await makeAgent(this.phone.user, {
      agent: { beginMessageDelayMs: 0, responsiveness: 1, maxCallDurationMs: 300_000, ...agent },
      llm: {
        beginMode: 'defined',
        beginMessage: greeting,
        generalPrompt: 'The shop opens at seven.',
        ...llm,
      },
      settings: { reminderMaxCount: 0, ...settings },
    });
    await this.phone.addNumber({
      ...{ phoneNumber, provider: 'sip', inboundAgentId: agentId, outboundAgentId: agentId },
      allowedOutboundCountries: ['US'],
      connection: { trunkUri: `127.0.0.1:${this.#ports.outsidePort}`, transport: 'udp' },
    });
    return phoneNumber;
  }

  /** A number of somebody outside. */
  async numberOutside(agents: string): Promise<string> {
    const phoneNumber = agents.replace('+1202555', '+1202556');
    await this.#outside.addNumber(phoneNumber, this.#ports.port);
    return phoneNumber;
  }

  /** Somebody calls the agent. */
  async callIn(draft: AgentDraft): Promise<CalledPerson> {
    const to = await this.number(draft);
    const from = await this.#outside.addNumber(to.replace('+1202555', '+1202557'), this.#ports.port);
    const line = await this.#outside.dial(from, to);
    await line.answered;
    const theCall = async () => (await this.#calls()).find(({ toNumber }) => toNumber === to);
    await expect.poll(theCall, patience).toBeDefined();
    return new CalledPerson(line, ((await theCall()) as Call).id, this.phone);
  }

  /** The agent calls somebody, who answers. */
  async callOut(draft: AgentDraft): Promise<CalledPerson> {
    const fromNumber = await this.number(draft);
    const toNumber = await this.numberOutside(fromNumber);
    const { call } = await this.phone.place({ fromNumber, toNumber });
    const { arrived, offers } = this.#outside;
    const theLine = () => {
      const offer = offers.find(({ to }) => to === toNumber);
      return arrived.find(({ carrierCallId }) => carrierCallId === offer?.carrierCallId);
    };
    await expect.poll(theLine, patience).toBeDefined();
    return new CalledPerson(theLine() as PhoneLine, call.id, this.phone);
  }

  /** Somebody has called the agent, and heard its greeting to the end. */
  async greeted(draft: AgentDraft): Promise<CalledPerson> {
    const one = await this.callIn(draft);
    await one.until('agent-turn');
    await one.hears(300);
    return one;
  }

  /** What is measured of a call whose agent has greeted. */
  async measured<T>(draft: AgentDraft, measure: (one: CalledPerson) => T | Promise<T>): Promise<T> {
    const one = await this.greeted(draft);
    const value = await measure(one);
    await one.hangUp();
    return value;
  }

  async close(): Promise<void> {
    await this.#outside.close();
    await this.phone.close();
  }

  async #calls(): Promise<Call[]> {
    const url = createPhoneCall.path.replace('/phone', '?limit=100');
    return (await this.phone.user.inject({ url })).json().data;
  }
}
