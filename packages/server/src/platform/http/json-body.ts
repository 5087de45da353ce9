import { AppError } from '@tendril/contract/app-error';
import { parseScannedJson } from '@tendril/contract/json/json-guard';
import { JsonScan, maxValues } from '@tendril/contract/json/json-scan';
import type { FastifyRequest } from 'fastify';

const megabyte = 1024 * 1024;
/** Most values in a body of an anonymous caller; a long history has some thousand. */
const maxAnonymousValues = 20_000;

/** How much of a request's body is read. */
export interface BodyAllowance {
  readonly maxBytes: number;
  readonly maxValues: number;
}

/** Limits for anonymous callers: more than a megabyte only where `maxBytes` is given, for uploads. */
export function anonymousAllowance(maxBytes = megabyte): BodyAllowance {
  return { maxBytes, maxValues: maxAnonymousValues };
}

/** Reads at most `maxBytes` of an anonymous caller's body. Throws TOO_LARGE at once if its declared length is more. */
export function limitBody(request: FastifyRequest, maxBytes?: number): void {
  request.bodyAllowance = anonymousAllowance(maxBytes);
  const { maxBytes: most } = allowanceOf(request);
  if (Number(request.headers['content-length'] ?? 0) > most) throw tooLarge(most);
}

/** Reads a JSON body part by part, and no further than what it may hold; nothing of a refused one is parsed. */
export async function readJsonBody(
  request: FastifyRequest,
  payload: NodeJS.ReadableStream,
): Promise<unknown> {
  const { maxBytes, maxValues: mostValues } = allowanceOf(request);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const text = (await readParts(payload, maxBytes, new JsonScan('', mostValues))).toString('utf8');
  return text.trim() === '' ? undefined : parseScannedJson(text);
}

function allowanceOf({ bodyAllowance, caller, routeOptions }: FastifyRequest): BodyAllowance {
  const maxBytes = routeOptions.bodyLimit ?? megabyte;
  if (bodyAllowance) return { ...bodyAllowance, maxBytes: Math.min(maxBytes, bodyAllowance.maxBytes) };
  return caller?.kind === 'anonymous'
    ? anonymousAllowance(Math.min(maxBytes, megabyte))
    : { maxBytes, maxValues };
}

function readParts(payload: NodeJS.ReadableStream, maxBytes: number, scan: JsonScan): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const parts: Buffer[] = [];
  let size = 0;
  const take = (part: Buffer) => {
    size += part.length;
    const refusal = size > maxBytes ? tooLarge(maxBytes) : scan.take(part);
    if (refusal) stop(() => reject(refusal));
    else parts.push(part);
  };
  const end = () => stop(() => resolve(Buffer.concat(parts)));
  const fail = (error: Error) =>
    stop(() => reject(new AppError('INVALID_INPUT', 'The request body ended early.', { cause: error })));
  const stop = (settle: () => void) => {
    payload.off('data', take).off('end', end).off('error', fail);
    settle();
  };
  payload.on('data', take).on('end', end).on('error', fail);
  return promise;
}

function tooLarge(maxBytes: number): AppError {
  const most =
    maxBytes < megabyte
      ? `${Math.floor(maxBytes / 1024)} KB`
      : `${Math.max(1, Math.floor(maxBytes / megabyte))} MB`;
  return new AppError('TOO_LARGE', `The body is larger than the ${most} allowed here.`);
}
