import { AppError } from '@tendril/contract/app-error';
import type { CallPlace } from '../../voice/calls/public.ts';

/** Where a page of calls ends, as clients send it back. */
export function toPlaceKey({ createdAt, id }: { createdAt: number; id: string }): string {
  return `${createdAt} ${id}`;
}

/** Throws INVALID_INPUT for a text that no page gave. */
export function readPlaceKey(key: string): CallPlace {
  const [createdAt = '', id] = key.split(' ', 2);
  if (/^\d{1,15}$/.test(createdAt)) return { createdAt: Number(createdAt), id };
  const message = 'is not a key that a page gave';
  throw new AppError('INVALID_INPUT', `pagination_key: ${message}`, {
    details: [{ path: 'pagination_key', message }],
  });
}
