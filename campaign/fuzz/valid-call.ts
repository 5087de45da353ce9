import { callOf, type KnownValues, type Operation } from '../../packages/server/src/testing/api-walk.ts';
import type { Draw } from './draw.ts';
import { drawValid } from './draw-valid.ts';
import type { FuzzCall } from './fuzz-call.ts';
import { knownBodies } from './known-bodies.ts';

/** A call that the document allows: the smallest one, with optional fields and parameters added at random. */
export function drawValidCall(operation: Operation, known: KnownValues, draw: Draw): FuzzCall {
  const { method, url, headers, payload } = callOf(operation, known);
  const query = new URLSearchParams();
  for (const { name, in: place, required, schema } of operation.parameters)
    if (place === 'query' && !required && draw.chance(0.25))
      query.set(name, asText(known(name, operation) ?? drawValid(schema, draw)));
  const isForm = 'content-type' in headers;
  const full = payload === undefined || isForm || draw.chance(0.5) ? [] : knownBodies(operation, known);
  const body =
    isForm || payload === undefined
      ? payload
      : full.length > 0
        ? draw.pick(full)
        : widen(operation, known, payload, draw);
  return {
    method,
    target: query.size === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`,
    headers: { ...headers, ...(!isForm && body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { payload: isForm ? String(body) : JSON.stringify(body) }),
    isRaw: false,
    breakage: 'valid',
  };
}

/** Adds some of the fields that the schema allows. */
function widen(
  { body = {}, ...operation }: Operation,
  known: KnownValues,
  payload: unknown,
  draw: Draw,
): unknown {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload) || draw.chance(0.4))
    return payload;
  const wide: Record<string, unknown> = { ...payload };
  for (const [name, schema] of Object.entries(body.properties ?? {}))
    if (!(name in wide) && draw.chance(0.3))
      wide[name] = known(name, operation) ?? drawValid(schema, draw, body, 1);
  return wide;
}

function asText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
