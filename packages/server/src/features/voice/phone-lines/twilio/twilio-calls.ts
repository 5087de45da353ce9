import type { PhoneNumber } from '@tendril/contract/voice/phone-number';
import type { Egress } from '../../../../platform/egress/egress.ts';
import { carrierAddress } from '../../phone-numbers/public.ts';
import { carrierClient } from '../carrier-client.ts';

/** "To" is no number, cannot be reached, or is not allowed; and the same of whole countries. */
const invalidCodes = new Set(['21201', '21211', '21214', '21217', '21401', '13223', '13224']);
const forbiddenCodes = new Set(['21210', '21215', '21216', '21219', '13227', '10004', '20003']);

interface TwilioParts {
  secret: Readonly<Record<string, string>>;
  egress: Pick<Egress, 'fetch'>;
  timeoutMs: number;
}

export type TwilioCalls = ReturnType<typeof twilioCalls>;

/** Calls in an account at Twilio. */
export function twilioCalls({ secret, egress, timeoutMs }: TwilioParts) {
  const { accountSid = '', authToken = '', baseUrl } = secret;
  const account = encodeURIComponent(accountSid.trim());
  const base = `${carrierAddress(baseUrl, 'https://api.twilio.com')}/2010-04-01/Accounts/${account}`;
  const send = carrierClient({
    name: 'Twilio',
    authorization: `Basic ${Buffer.from(`${accountSid.trim()}:${authToken.trim()}`).toString('base64')}`,
    egress,
    timeoutMs,
    codeOf: (body) => {
      const code = (body as { code?: unknown } | undefined)?.code;
      return code === undefined ? undefined : String(code);
    },
    invalidCodes,
    forbiddenCodes,
  });

  return {
    async create(form: Readonly<Record<string, string | readonly string[]>>): Promise<string> {
      const { sid } = await send('POST', `${base}/Calls.json`, { form });
      return String(sid);
    },

    change: (sid: string, form: Readonly<Record<string, string>>) =>
      send('POST', `${base}/Calls/${encodeURIComponent(sid)}.json`, { form }),

    /** Lets a number ask this address about its calls. */
    setVoiceUrl: ({ connection }: PhoneNumber, url: string) =>
      send('POST', `${base}/IncomingPhoneNumbers/${encodeURIComponent(connection.carrierNumberId)}.json`, {
        form: { VoiceUrl: url, VoiceMethod: 'POST' },
      }),
  };
}
