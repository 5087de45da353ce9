import type { NumberFacts } from '@tendril/contract/api/phone-number-checks';
import { e164Pattern } from '@tendril/contract/voice/phone-number';
import type { NumberType, PhoneNumber } from 'libphonenumber-js/max';

const kinds: Partial<Record<NonNullable<NumberType>, NumberFacts['kind']>> = {
  FIXED_LINE: 'fixed',
  FIXED_LINE_OR_MOBILE: 'fixed',
  MOBILE: 'mobile',
  TOLL_FREE: 'toll-free',
  PREMIUM_RATE: 'premium',
  SHARED_COST: 'shared-cost',
};

/** Parses a number by the numbering plans, whose tables are loaded on first use. Undefined for what is not a number. */
export async function parseNumber(text: string): Promise<PhoneNumber | undefined> {
  if (!e164Pattern.test(text)) return undefined;
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max');
  const parsed = parsePhoneNumberFromString(text);
  // The parser drops digits that it takes for a dialling prefix: +112 is not +1 2.
  return parsed?.number === text ? parsed : undefined;
}

/** What a number reveals of itself, as far as it is known. */
export async function readNumberFacts(text: string): Promise<NumberFacts> {
  const parsed = await parseNumber(text);
  if (!parsed) return { pretty: text, country: null, kind: 'unknown', isValid: false };
  const type = parsed.getType();
  const kind = parsed.isNonGeographic() ? 'satellite' : (type && kinds[type]) || (type ? 'other' : 'unknown');
  return {
    pretty: parsed.formatInternational(),
    country: parsed.country ?? null,
    kind,
    isValid: parsed.isValid(),
  };
}
