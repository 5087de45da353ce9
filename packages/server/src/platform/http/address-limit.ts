import rateLimit, { type FastifyRateLimitStore, normalizeIP } from '@fastify/rate-limit';
import { AppError } from '@tendril/contract/app-error';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { UsageCounters } from '../limits/usage-counters.ts';
import { createWindowLimit, type WindowLimit } from '../limits/window-limit.ts';

const windowMs = 60_000;

/** Lets routes set `perMinute`: how many requests of one address they accept in a minute; more are refused by 429. */
export async function addAddressLimit(fastify: FastifyInstance, counters: UsageCounters): Promise<void> {
  await fastify.register(rateLimit, {
    global: false,
    timeWindow: windowMs,
    store: storeOn(counters),
    errorResponseBuilder: () =>
      new AppError('TOO_MANY_REQUESTS', 'Too many attempts. Wait a moment and try again.'),
  });
}

/** The origin of a request as limits count it: one network of the size that is assigned to a single customer. */
export function addressOf(request: FastifyRequest): string {
  return normalizeIP(request.ip);
}

type Counted = Parameters<FastifyRateLimitStore['incr']>[1];
/** What the plugin passes, which its types do not say. */
interface RouteParams {
  routeInfo?: { method: string | string[]; url: string };
}

/** The counters as the rate limit's plugin wants to have them: a class, with a child for each route. */
function storeOn(counters: UsageCounters) {
  return class CounterStore implements FastifyRateLimitStore {
    readonly #name: string;
    #limit: WindowLimit | undefined;

    constructor(_options: object, name = '') {
      this.#name = name;
    }

    incr(key: string, counted: Counted, _windowMs: number, most: number): void {
      this.#limit ??= createWindowLimit({ counters, name: this.#name, limit: most, windowMs });
      this.#limit.take(key).then(
        ({ isAllowed, used, leftMs }) =>
          counted(null, { current: isAllowed ? used : most + 1, ttl: Math.ceil(leftMs) }),
        (error: Error) => counted(error),
      );
    }

    child(route: object): CounterStore {
      const { routeInfo } = route as RouteParams;
      return new CounterStore({}, `route/${routeInfo?.method}${routeInfo?.url}`);
    }
  };
}
