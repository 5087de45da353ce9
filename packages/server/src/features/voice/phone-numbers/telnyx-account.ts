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

const telnyxUrl = 'https://api.telnyx.com';
const page = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      phone_number: z.string(),
      customer_reference: z.string().nullish(),
      status: z.string().nullish(),
    }),
  ),
  meta: z.object({ total_pages: z.number().optional() }).nullish(),
});

/** An account at Telnyx, opened by an API key. */
export function telnyxAccount(parts: CarrierParts): CarrierAccount {
  const { apiKey = '', baseUrl } = parts.secret;
  const base = carrierAddress(baseUrl, telnyxUrl);

  async function read(query: Record<string, string>) {
    const url = `${base}/v2/phone_numbers?${new URLSearchParams(query)}`;
    const parsed = page.safeParse(await askCarrier('Telnyx', url, `Bearer ${apiKey.trim()}`, parts));
    if (!parsed.success) throw new AppError('PROVIDER_REFUSED', 'Telnyx’s response could not be read.');
    return { found: parsed.data.data.map(toFound), pages: parsed.data.meta?.total_pages ?? 1 };
  }

  return {
    async list() {
      const all: FoundNumber[] = [];
      let pages = 1;
      for (let number = 1; number <= Math.min(pages, mostPages); number += 1) {
        const answer = await read({ 'page[size]': '250', 'page[number]': String(number) });
        all.push(...answer.found);
        pages = answer.pages;
      }
      return { numbers: all, isCut: pages > mostPages };
    },
    async find(phoneNumber) {
      const { found } = await read({ 'filter[phone_number]': phoneNumber });
      return found.find((one) => one.phoneNumber === phoneNumber);
    },
  };
}

function toFound(one: z.output<typeof page>['data'][number]): FoundNumber {
  return {
    phoneNumber: one.phone_number,
    carrierNumberId: one.id,
    nickname: one.customer_reference ?? '',
    hasVoice: true,
  };
}
