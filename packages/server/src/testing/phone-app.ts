import { type Call, readCall, readCallEvents } from '@tendril/contract/api/calls';
import { createPhoneCall } from '@tendril/contract/api/phone-calls';
import { createPhoneNumber } from '@tendril/contract/api/phone-numbers';
import type { LoggedCallEvent } from '@tendril/contract/call-event';
import type { Config } from '../platform/config.ts';
import { studio } from './flow-fixtures.ts';
import { type CarrierRequest, type PlayedCarrier, playCarrier } from './played-carrier.ts';
import { createTestApp, type TestApp, type TestUser } from './test-app.ts';

/** The address that carriers know of the server, whatever it listens on. */
export const publicUrl = 'https://calls.example';

/** A server whose numbers are at a carrier that a local server plays. */
export interface PhoneApp {
  app: TestApp;
  user: TestUser;
  base: string;
  carrier: PlayedCarrier;
  addNumber(fields: Readonly<Record<string, unknown>>): Promise<string>;
  addSecret(credentialName: string, values: object): Promise<string>;
  /** Places a call; its response as it is. */
  place(body: object): Promise<{ status: number; call: Call; message: string }>;
  call(id: string): Promise<Call>;
  /** The call once it is so. */
  callWhen(id: string, isSo: (call: Call) => boolean): Promise<Call>;
  newestCall(): Promise<Call>;
  events(id: string): Promise<LoggedCallEvent[]>;
  /** The next command to the carrier whose path ends so, once it is there. */
  command(pathEnd: string, isIt?: (request: CarrierRequest) => boolean): Promise<CarrierRequest>;
  close(): Promise<void>;
}

const lookMs = 20;

/** Where calls are carried; `describe.each` over it shows that a line does the same in both places. */
export const callPlaces = ['here', 'apart'] as const;

export async function createPhoneApp(
  database: 'sqlite' | 'postgres' = 'sqlite',
  callMedia: (typeof callPlaces)[number] = 'here',
  further: Partial<Config> = {},
): Promise<PhoneApp> {
  const carrier = await playCarrier();
  const egressAllow = [carrier.address, ...(further.egressAllow ?? [])];
  const config = { ...further, egressAllow, publicUrl, callMedia };
  const app = await createTestApp({ database, config });
  const user = await app.signIn();
  const base = await app.listen();
  const until = async <T>(look: () => Promise<T | undefined> | T | undefined): Promise<T> => {
    for (;;) {
      const found = await look();
      if (found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, lookMs));
    }
  };
  const call = async (id: string): Promise<Call> =>
    (await user.inject({ url: readCall.path.replace(':id', id) })).json().data;
  return {
    app,
    user,
    base,
    carrier,
    call,
    callWhen: (id, isSo) => until(async () => [await call(id)].find(isSo)),
    async newestCall() {
      const { data } = (
        await user.inject({ url: createPhoneCall.path.replace('/phone', '?limit=1') })
      ).json();
      return data[0];
    },
    async events(id) {
      return (await user.inject({ url: readCallEvents.path.replace(':id', id) })).json().data;
    },
    async addSecret(credentialName, plainDataObj) {
      const payload = { name: credentialName, credentialName, plainDataObj };
      return (await user.inject({ method: 'POST', url: `${studio}/credentials`, payload })).json().id;
    },
    async addNumber(fields) {
      const answer = await user.inject({ method: 'POST', url: createPhoneNumber.path, payload: fields });
      if (answer.statusCode !== 201) throw new Error(answer.body);
      return answer.json().data.id;
    },
    async place(payload) {
      const answer = await user.inject({ method: 'POST', url: createPhoneCall.path, payload });
      const { data, message = '' } = answer.json();
      return { status: answer.statusCode, call: data, message };
    },
    command: (pathEnd, isIt = () => true) =>
      until(() => carrier.requests.find((request) => request.path.endsWith(pathEnd) && isIt(request))),
    async close() {
      await app.close();
      carrier.close();
    },
  };
}
