import { AppError } from '@tendril/contract/app-error';
import type { FastifyRequest } from 'fastify';

/** Reads a body as it came, where its bytes matter, and no further than what it may hold. */
export async function readRawBody(
  { bodyAllowance, routeOptions, headers }: FastifyRequest,
  payload: NodeJS.ReadableStream,
): Promise<Buffer> {
  const most = Math.min(routeOptions.bodyLimit ?? megabyte, bodyAllowance?.maxBytes ?? megabyte);
  if (Number(headers['content-length'] ?? 0) > most) throw tooLarge(most);
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of payload as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > most) throw tooLarge(most);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const megabyte = 1024 * 1024;

function tooLarge(maxBytes: number): AppError {
  return new AppError('TOO_LARGE', `The body is larger than the ${maxBytes / megabyte} MB allowed here.`);
}
