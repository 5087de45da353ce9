import type { Call } from '@tendril/contract/api/calls';
import { createCall } from '@tendril/contract/api/calls';
import { hubPrefix } from '@tendril/contract/api/hub';
import type { AgentSettings } from '@tendril/contract/api/voice-agents';
import { createVoiceAgent } from '@tendril/contract/api/voice-agents';
import type { LoggedCallEvent } from '@tendril/contract/call-event';
import type { CallCommand, CallNotice } from '@tendril/contract/voice/call-socket';
import type { VoiceAgent, VoiceAgentFields, VoiceLlmFields } from '@tendril/contract/voice/voice-agent';
import { WebSocket } from 'ws';
import type { TestUser } from './test-app.ts';

export interface AgentDraft {
  agent?: Partial<VoiceAgentFields>;
  llm?: Partial<VoiceLlmFields>;
  settings?: Partial<AgentSettings>;
}

/** Creates an agent that the demo model answers for, unless the draft says otherwise. */
export async function makeAgent(user: TestUser, { agent, llm, settings }: AgentDraft = {}): Promise<string> {
  const made = await user.inject({
    method: 'POST',
    url: createVoiceAgent.path,
    payload: { agentName: 'Reception', ...agent },
  });
  if (made.statusCode !== 201) throw new Error(made.body);
  const { id, responseEngineLlmId } = made.json<{ data: VoiceAgent }>().data;
  const put = async (url: string, payload: object) => {
    const answer = await user.inject({ method: 'PUT', url, payload });
    if (answer.statusCode !== 200) throw new Error(answer.body);
  };
  await put(`${hubPrefix}/llms/${responseEngineLlmId}`, { credentialId: 'demo', beginMode: 'user', ...llm });
  if (settings) await put(`${createVoiceAgent.path}/${id}/settings`, settings);
  return id;
}

/** A function that ends the call, as its form sends it. */
export const endCallFunction = {
  id: 'fn-end',
  type: 'end_call',
  name: 'end_call',
  description: 'Ends the call when the caller says goodbye.',
} as const;

export interface RegisteredCall {
  data: Call;
  token: string;
  socketPath: string;
}

export async function registerCall(
  user: TestUser,
  agentId: string,
  body: Record<string, unknown> = {},
): Promise<RegisteredCall> {
  const answer = await user.inject({
    method: 'POST',
    url: createCall.path,
    payload: { agentId, channel: 'text', version: 'draft', ...body },
  });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json<RegisteredCall>();
}

/** The line of a call as a page sees it. */
export class CallClient {
  readonly socket: WebSocket;
  readonly notices: CallNotice[] = [];
  readonly audio: Buffer[] = [];
  /** How the socket was closed; 401 and the like when it never opened. */
  readonly closed: Promise<number>;
  #waiting: (() => void)[] = [];

  /** `origin`: of the page, as browsers say it. */
  constructor(base: string, socketPath: string, token: string, origin?: string) {
    const address = `${base.replace('http', 'ws')}${socketPath}?token=${token}`;
    this.socket = new WebSocket(address, origin === undefined ? {} : { origin });
    this.closed = new Promise((resolve) => {
      this.socket.on('unexpected-response', (_request, response) => {
        resolve(response.statusCode ?? 0);
        response.destroy();
      });
      this.socket.on('close', (code) => resolve(code));
    });
    this.socket.on('error', () => {});
    this.socket.on('close', () => this.#wake());
    this.socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) this.audio.push(data);
      else this.notices.push(JSON.parse(data.toString()) as CallNotice);
      this.#wake();
    });
  }

  get events(): LoggedCallEvent[] {
    return this.notices.flatMap((notice) => (notice.type === 'event' ? [notice.event] : []));
  }

  /** Once the line is open. */
  send(command: CallCommand): void {
    const send = () => this.socket.send(JSON.stringify(command));
    if (this.socket.readyState === WebSocket.CONNECTING) this.socket.once('open', send);
    else send();
  }

  /** What `find` returns, as soon as it does. Throws when the line closes before. */
  async until<T>(find: () => T | undefined | false): Promise<T> {
    for (;;) {
      const found = find();
      if (found) return found;
      if (this.socket.readyState === WebSocket.CLOSED)
        throw new Error(`The line closed after ${JSON.stringify(this.notices).slice(0, 2000)}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** The n-th event of a type, counted from 1. */
  event<K extends LoggedCallEvent['type']>(
    type: K,
    place = 1,
  ): Promise<Extract<LoggedCallEvent, { type: K }>> {
    const all = () => this.events.filter((event) => event.type === type);
    return this.until(() => all()[place - 1] as Extract<LoggedCallEvent, { type: K }> | undefined);
  }

  /** Says something and waits for the answer. */
  async say(text: string): Promise<string> {
    const answers = this.events.filter((event) => event.type === 'agent-turn').length;
    this.send({ type: 'say', text });
    return (await this.event('agent-turn', answers + 1)).text;
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }
}
