import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A JSON response serialized once for all callers. */
export interface EtaggedJson {
  readonly text: string;
  readonly etag: string;
}

export function etagJson(value: unknown): EtaggedJson {
  const text = JSON.stringify(value);
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"` };
}

/** Sends it, or 304 to a client that has it. */
export function sendEtagged(json: EtaggedJson, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('etag', json.etag).header('cache-control', 'private, no-cache');
  // A compressing proxy marks the tag as weak.
  const known = request.headers['if-none-match']
    ?.replaceAll('W/', '')
    .split(',')
    .map((tag) => tag.trim());
  if (known?.includes(json.etag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(json.text);
}
