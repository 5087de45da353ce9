import { AppError } from '@tendril/contract/app-error';
import type { PhoneNumber } from '@tendril/contract/voice/phone-number';
import { readNumberFacts } from '../phone-numbers/public.ts';

/** Numbers that are called for what a call to them earns somebody. */
const costlyKinds: ReadonlySet<string> = new Set(['premium', 'shared-cost', 'satellite']);

/**
 * Keeps a stolen key, or a talkative agent, from calling what costs most: only valid numbers, in the countries that the
 * calling number allows, and never a premium one.
 */
export async function checkDestination(
  { allowedOutboundCountries, phoneNumber }: Pick<PhoneNumber, 'allowedOutboundCountries' | 'phoneNumber'>,
  to: string,
): Promise<void> {
  const { isValid, country, kind } = await readNumberFacts(to);
  if (!isValid) throw refused('INVALID_INPUT', 'is not a valid telephone number');
  if (to === phoneNumber) throw refused('INVALID_INPUT', 'is the number that calls');
  if (costlyKinds.has(kind)) throw refused('FORBIDDEN', 'is a premium number, which is not called');
  const isOpen = allowedOutboundCountries.length === 0;
  if (!isOpen && (country === null || !allowedOutboundCountries.includes(country)))
    throw refused('FORBIDDEN', `is in a country that ${phoneNumber} may not call`);
}

/**
 * Holds the same rules against whom a caller is to be connected to, wherever the number comes from: a setting, a flow, or a
 * program. The refusal is in words for the model.
 */
export async function checkTransfer(
  number: Parameters<typeof checkDestination>[0],
  to: string,
): Promise<void> {
  try {
    await checkDestination(number, to);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const why = error.details?.map(({ message }) => message).join(', ') ?? error.message;
    throw new AppError(error.code, `${to || 'the number'} ${why}`, {
      ...(error.details && { details: error.details }),
    });
  }
}

function refused(code: 'INVALID_INPUT' | 'FORBIDDEN', message: string): AppError {
  return new AppError(code, `toNumber: ${message}`, { details: [{ path: 'toNumber', message }] });
}
