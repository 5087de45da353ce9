import type { PhoneNumber } from '@tendril/contract/voice/phone-number';
import { readPhoneNumber } from '@tendril/contract/voice/phone-number';
import { readFields } from '../../../../platform/db/loose-records.ts';
import { createPeerAddresses } from '../../../../platform/egress/peer-addresses.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../../testing/test-app.ts';
import type { MediaProcess } from '../../calls/public.ts';
import type { DialRequest, InboundCalls, OfferAnswer, OfferedCall, PhoneLine } from '../phone-line.ts';
import { SipLines } from '../sip/sip-lines.ts';

interface OfficeOptions {
  port: number;
  /** Ports of trunks that may be reached on this machine. */
  trunkPorts: readonly number[];
  /** What becomes of calls that arrive. */
  answer?: (call: OfferedCall) => OfferAnswer | Promise<OfferAnswer> | undefined;
  login?: { user: string; password: string };
  /** Where encrypted connections arrive, and the files that they need. */
  tls?: { port: number; cert: string; key: string };
  /** Carries the sound of its lines. */
  media?: MediaProcess;
}

/** SIP lines on a port of this machine, with numbers in a real database. */
export async function sipOffice({ port, trunkPorts, answer, login, tls, media }: OfficeOptions) {
  const app: TestApp = await createTestApp();
  const user: TestUser = await app.signIn();
  const offers: OfferedCall[] = [];
  const arrived: PhoneLine[] = [];
  const egressAllow = trunkPorts.map((trunk) => `127.0.0.1:${trunk}`);
  const lines = new SipLines({
    config: {
      sipPort: port,
      sipHost: '127.0.0.1',
      sipPublicAddress: undefined,
      // Far from the ports at which other tests have their trunks.
      rtpPorts: [port + 10_000, port + 10_199],
      ...{ sipTlsPort: tls?.port, sipTlsCert: tls?.cert, sipTlsKey: tls?.key },
    },
    media,
    db: app.infrastructure.db,
    log: app.infrastructure.log,
    addresses: createPeerAddresses({ egressAllow }),
    openCredential: async () => ({ ...(login ?? { user: '', password: '' }) }),
  });
  const inbound: InboundCalls = {
    async offer(call) {
      offers.push(call);
      const begin = async (line: PhoneLine) => void arrived.push(line);
      return answer?.(call) ?? { action: 'answer', callId: 'call', begin, drop: async () => {} };
    },
  };
  await lines.listen(inbound);

  return {
    ...{ lines, offers, arrived },
    /** Adds a number whose trunk is on a port of this machine. */
    async addNumber(phoneNumber: string, trunkPort: number, connection: object = {}): Promise<PhoneNumber> {
      const payload = {
        ...{ phoneNumber, provider: 'sip' },
        connection: { trunkUri: `127.0.0.1:${trunkPort}`, transport: 'udp', ...connection },
      };
      const made = await user.inject({
        method: 'POST',
        url: '/api/core/v1/assistant-phone-numbers',
        payload,
      });
      if (made.statusCode !== 201) throw new Error(made.body);
      await lines.refresh();
      const row = await app.infrastructure.db
        .selectFrom('assistant_phone_number')
        .selectAll()
        .where('id', '=', made.json().data.id)
        .executeTakeFirstOrThrow();
      return readPhoneNumber(readFields(row));
    },
    async dial(number: PhoneNumber, to: string, changes: Partial<DialRequest> = {}) {
      const scope = await app.infrastructure.db
        .selectFrom('assistant_phone_number')
        .select('workspaceId')
        .where('id', '=', number.id)
        .executeTakeFirstOrThrow();
      return lines.dial(number, {
        ...{ scope, callId: 'call', from: number.phoneNumber, to },
        ...{ ringMs: 20_000, maxMs: 60_000, detectsVoicemail: false },
        ...changes,
      });
    },
    async close(): Promise<void> {
      await lines.close();
      await app.close();
    },
  };
}

/** Reads what comes on a line, until it is over. */
export function listenTo(line: PhoneLine): { samples: number[]; digits: string[]; isOver: boolean } {
  const heard: { samples: number[]; digits: string[]; isOver: boolean } = {
    samples: [],
    digits: [],
    isOver: false,
  };
  line.onDigit((digit) => heard.digits.push(digit));
  const read = async () => {
    for await (const piece of line.incoming) if ('samples' in piece) heard.samples.push(...piece.samples);
    heard.isOver = true;
  };
  read().catch(() => undefined);
  return heard;
}
