import { AppError } from '@tendril/contract/app-error';
import type { FastifyReply } from 'fastify';
import { createWindowLimit, type WindowLimit, type WindowLimitParts } from '../limits/window-limit.ts';

/** A limit of requests, which refuses in words and says when to come again. */
export interface RateLimit extends Pick<WindowLimit, 'giveBack' | 'clear' | 'highest'> {
  /** Counts one use; throws TOO_MANY_REQUESTS with Retry-After once a window has more than `limit`. */
  use(key: string, reply: FastifyReply): Promise<void>;
}

/** `isExact`: each use is counted where all processes count, for passwords and codes. */
export function createRateLimit(parts: WindowLimitParts, isExact = false): RateLimit {
  const limit = createWindowLimit(parts, isExact);
  return {
    ...limit,
    async use(key, reply) {
      const { isAllowed, leftMs } = await limit.take(key);
      if (isAllowed) return;
      reply.header('retry-after', String(Math.ceil(leftMs / 1000)));
      throw new AppError('TOO_MANY_REQUESTS', 'Too many attempts. Wait a moment and try again.');
    },
  };
}
