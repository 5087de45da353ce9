import { AppError } from '@tendril/contract/app-error';
import * as z from 'zod';
import {
  askCarrier,
  type CarrierAccount,
  type CarrierParts,
  carrierAddress,
  type FoundNumber,
  mostPages,
} from './carrier-account.ts';

const twilioUrl = 'https://api.twilio.com';
const page = z.object({
  incoming_phone_numbers: z.array(
    z.object({
      sid: z.string(),
      phone_number: z.string(),
      friendly_name: z.string().nullish(),
      voice_url: z.string().nullish(),
      capabilities: z.object({ voice: z.boolean().optional() }).nullish(),
    }),
  ),
  next_page_uri: z.string().nullish(),
});

/** An account at Twilio, opened by its SID and token. */
export function twilioAccount(parts: CarrierParts): CarrierAccount {
  const { accountSid = '', authToken = '', baseUrl } = parts.secret;
  const base = carrierAddress(baseUrl, twilioUrl);
  const authorization = `Basic ${Buffer.from(`${accountSid.trim()}:${authToken.trim()}`).toString('base64')}`;
  const numbers = `/2010-04-01/Accounts/${encodeURIComponent(accountSid.trim())}/IncomingPhoneNumbers.json`;

  async function read(path: string) {
    const url = new URL(path, `${base}/`);
    // The response names the next page: the key is sent to no other host for it.
    if (url.origin !== new URL(base).origin) throw unreadable();
    const parsed = page.safeParse(await askCarrier('Twilio', url.href, authorization, parts));
    if (!parsed.success) throw unreadable();
    return { found: parsed.data.incoming_phone_numbers.map(toFound), next: parsed.data.next_page_uri };
  }

  return {
    async list() {
      const all: FoundNumber[] = [];
      let next: string | null | undefined = `${numbers}?PageSize=100`;
      for (let count = 0; next && count < mostPages; count += 1) {
        const answer = await read(next);
        all.push(...answer.found);
        next = answer.next;
      }
      return { numbers: all, isCut: Boolean(next) };
    },
    async find(phoneNumber) {
      const { found } = await read(`${numbers}?PhoneNumber=${encodeURIComponent(phoneNumber)}`);
      return found.find((one) => one.phoneNumber === phoneNumber);
    },
  };
}

function toFound(one: z.output<typeof page>['incoming_phone_numbers'][number]): FoundNumber {
  return {
    phoneNumber: one.phone_number,
    carrierNumberId: one.sid,
    nickname: one.friendly_name ?? '',
    hasVoice: one.capabilities?.voice !== false,
    ...(one.voice_url !== undefined && { voiceUrl: one.voice_url ?? '' }),
  };
}

function unreadable(): AppError {
  return new AppError('PROVIDER_REFUSED', 'Twilio’s response could not be read.');
}
