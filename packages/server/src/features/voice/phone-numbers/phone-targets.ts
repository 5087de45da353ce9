import { parseNumber } from './number-facts.ts';

const costly = new Set(['PREMIUM_RATE', 'SHARED_COST', 'PAGER', 'PERSONAL_NUMBER', 'VOICEMAIL']);

/**
 * Why a call must not be transferred to a number, or undefined when it may: only complete numbers in E.164 form, no
 * premium, shared-cost, satellite or network number, no short code. The sentence follows the name of a field.
 */
export async function refuseTarget(text: string): Promise<string | undefined> {
  const parsed = await parseNumber(text);
  if (!parsed) return 'must be a whole number in E.164 form: +, country code and number, digits only';
  if (parsed.isNonGeographic()) return 'is a satellite or network number; calls to it cost too much';
  const type = parsed.getType();
  if (type && costly.has(type)) return 'is a premium or shared-cost number; calls to it cost too much';
  if (!parsed.isValid()) return 'is no number that can be called';
  return undefined;
}
