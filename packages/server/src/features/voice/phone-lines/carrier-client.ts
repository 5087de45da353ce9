import { AppError } from '@tendril/contract/app-error';
import type { Egress } from '../../../platform/egress/egress.ts';

/** A carrier's API, opened with a key. */
interface CarrierClientParts {
  name: string;
  authorization: string;
  egress: Pick<Egress, 'fetch'>;
  timeoutMs: number;
  /** The code of the carrier's own error message, from its body; undefined when there is none. */
  codeOf(body: unknown): string | undefined;
  /** Codes for numbers that cannot be called, and for calls that the account may not place. */
  invalidCodes: ReadonlySet<string>;
  forbiddenCodes: ReadonlySet<string>;
}

type Body = { form: Readonly<Record<string, string | readonly string[]>> } | { json: object };

/**
 * Sends commands to a carrier, following no redirect: a key is sent to its own vendor only. No message repeats what the
 * carrier said, for some repeat the key.
 */
export function carrierClient(parts: CarrierClientParts) {
  const { name, authorization, egress, timeoutMs } = parts;
  return async (method: 'POST' | 'PATCH', url: string, body: Body): Promise<Record<string, unknown>> => {
    const isForm = 'form' in body;
    const init = {
      method,
      redirect: 'manual' as const,
      headers: {
        authorization,
        accept: 'application/json',
        'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      },
      body: isForm ? formOf(body.form) : JSON.stringify(body.json),
    };
    let response: Response;
    try {
      response = await egress.fetch(url, init, { timeoutMs });
    } catch (error) {
      if ((error as { code?: unknown }).code === 'EGRESS_DENIED')
        throw new AppError('EGRESS_DENIED', `${name} cannot be reached from this server.`);
      throw new AppError('PROVIDER_UNAVAILABLE', `${name} could not be reached.`);
    }
    const answer: unknown = await response.json().catch(() => undefined);
    if (!response.ok) throw refusalOf(parts, response.status, answer);
    return typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {};
  };
}

function formOf(fields: Readonly<Record<string, string | readonly string[]>>): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields))
    for (const one of [value].flat()) form.append(name, one);
  return form.toString();
}

function refusalOf(
  { name, codeOf, invalidCodes, forbiddenCodes }: CarrierClientParts,
  status: number,
  body: unknown,
): AppError {
  const code = codeOf(body);
  const words = code === undefined ? `status ${status}` : `error ${code}`;
  if (code !== undefined && invalidCodes.has(code))
    return new AppError('INVALID_INPUT', `${name} cannot call this number (${words}).`);
  if (code !== undefined && forbiddenCodes.has(code))
    return new AppError('FORBIDDEN', `${name} does not permit this call (${words}).`);
  if (status === 401 || status === 403)
    return new AppError('PROVIDER_UNAUTHORIZED', `${name} rejected the key (${words}).`);
  if (status === 429) return new AppError('PROVIDER_RATE_LIMITED', `${name} is rate-limiting this key.`);
  if (status >= 500)
    return new AppError('PROVIDER_UNAVAILABLE', `${name} is not available right now (${words}).`);
  return new AppError('PROVIDER_REFUSED', `${name} refused the call (${words}).`);
}
