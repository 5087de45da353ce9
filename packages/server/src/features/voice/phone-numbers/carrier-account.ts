import { AppError } from '@tendril/contract/app-error';
import type { Egress } from '../../../platform/egress/egress.ts';

/** A number as its carrier knows it. */
export interface FoundNumber {
  phoneNumber: string;
  carrierNumberId: string;
  nickname: string;
  hasVoice: boolean;
  /** Where the carrier asks about its calls; '' for nowhere, absent where it does not say. */
  voiceUrl?: string;
}

/** The numbers of one account at a carrier. Everything throws PROVIDER_… in words for people. */
export interface CarrierAccount {
  list(): Promise<{ numbers: FoundNumber[]; isCut: boolean }>;
  find(phoneNumber: string): Promise<FoundNumber | undefined>;
}

export interface CarrierParts {
  /** Values of the credential. */
  secret: Readonly<Record<string, string>>;
  egress: Pick<Egress, 'fetch'>;
  timeoutMs: number;
}

/** No account is read further than this. */
export const mostPages = 20;

/** The address of a carrier's API without a trailing slash. Throws INVALID_INPUT unless it is a web address. */
export function carrierAddress(given: string | undefined, usual: string): string {
  const text = given?.trim() || usual;
  const address = URL.parse(text);
  if (address && /^https?:$/.test(address.protocol)) return text.replace(/(?<!\/)\/+$/, '');
  throw new AppError('INVALID_INPUT', 'The URL in the secret is not valid.');
}

/**
 * Calls a carrier's API, following no redirect: a key is sent to its own vendor only. No message repeats what the
 * carrier said, for some repeat the key.
 */
export async function askCarrier(
  carrier: string,
  url: string,
  authorization: string,
  { egress, timeoutMs }: CarrierParts,
): Promise<Record<string, unknown>> {
  const response = await reach(carrier, url, authorization, { egress, timeoutMs });
  if (!response.ok) {
    await response.body?.cancel().catch(() => {});
    throw refusalOf(carrier, response.status);
  }
  const body: unknown = await response.json().catch(() => undefined);
  if (typeof body === 'object' && body !== null) return body as Record<string, unknown>;
  throw new AppError('PROVIDER_REFUSED', `${carrier}’s response could not be read.`);
}

async function reach(
  carrier: string,
  url: string,
  authorization: string,
  { egress, timeoutMs }: Omit<CarrierParts, 'secret'>,
): Promise<Response> {
  const headers = { authorization, accept: 'application/json' };
  try {
    return await egress.fetch(url, { headers, redirect: 'manual' }, { timeoutMs });
  } catch (error) {
    const { code, name } = error as { code?: unknown; name?: unknown };
    if (code === 'EGRESS_DENIED')
      throw new AppError('EGRESS_DENIED', `${carrier} cannot be reached from this server.`);
    const seconds = Math.ceil(timeoutMs / 1000);
    const words = name === 'TimeoutError' ? `did not answer within ${seconds} s` : 'could not be reached';
    throw new AppError('PROVIDER_UNAVAILABLE', `${carrier} ${words}.`);
  }
}

function refusalOf(carrier: string, status: number): AppError {
  if (status === 401 || status === 403)
    return new AppError('PROVIDER_UNAUTHORIZED', `${carrier} rejected the key (status ${status}).`);
  if (status === 404)
    return new AppError('PROVIDER_REFUSED', `${carrier} does not recognize this account. Check the secret.`);
  if (status === 429) return new AppError('PROVIDER_RATE_LIMITED', `${carrier} is rate-limiting this key.`);
  if (status >= 500)
    return new AppError('PROVIDER_UNAVAILABLE', `${carrier} is not available right now (${status}).`);
  return new AppError('PROVIDER_REFUSED', `${carrier} returned status ${status}.`);
}
