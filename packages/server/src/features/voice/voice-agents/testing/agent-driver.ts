import type { AgentSettings } from '@tendril/contract/api/voice-agents';
import type { VoiceAgent, VoiceAgentSnapshot, VoiceLlm } from '@tendril/contract/voice/voice-agent';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';

/** A sender of requests: a person, a key. */
export interface Sender {
  inject(options: InjectOptions): Promise<LightMyRequestResponse>;
}

export const hub = '/api/tendril-agentshub-management/v1/agentshub';
export const agentsUrl = `${hub}/agents`;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What tests do with voice agents over HTTP. */
export class AgentDriver {
  readonly #sender: Sender;

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  send(method: Method, path: string, payload?: object): Promise<LightMyRequestResponse> {
    return this.#sender.inject({ method, url: `${hub}/${path}`, ...(payload && { payload }) });
  }

  /** The `data` of the answer. Throws what was answered instead of success. */
  async call<T>(method: Method, path: string, payload?: object): Promise<T> {
    const answer = await this.send(method, path, payload);
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${answer.body}`);
    return (answer.body === '' ? undefined : answer.json().data) as T;
  }

  make = (agentName = 'Front desk', rest: object = {}) =>
    this.call<VoiceAgent>('POST', 'agents', { agentName, ...rest });
  list = () => this.call<VoiceAgent[]>('GET', 'agents');
  read = (id: string) => this.call<VoiceAgent>('GET', `agents/${id}`);
  save = (id: string, changes: object) => this.call<VoiceAgent>('PUT', `agents/${id}`, changes);
  settings = (id: string) => this.call<AgentSettings>('GET', `agents/${id}/settings`);
  saveSettings = (id: string, changes: object) =>
    this.call<AgentSettings>('PUT', `agents/${id}/settings`, changes);
  llm = (id: string) => this.call<VoiceLlm>('GET', `llms/${id}`);
  saveLlm = (id: string, changes: object) => this.call<VoiceLlm>('PUT', `llms/${id}`, changes);
  version = (id: string, versionId: string) =>
    this.call<VoiceAgentSnapshot>('GET', `agents/${id}/versions/${versionId}`);

  /** Status and first field at fault. */
  async refused(method: Method, path: string, payload?: object): Promise<[number, string | undefined]> {
    const answer = await this.send(method, path, payload);
    return [answer.statusCode, answer.json().details?.[0]?.path];
  }
}

export const calendarFunction = {
  id: 'f1',
  type: 'check_availability_cal',
  name: 'check_calendar',
  description: 'Looks for a free hour',
  calApiKey: 'cal_live_canary',
  eventTypeId: '42',
  timezone: 'Europe/Berlin',
};
