import { AppError } from '@tendril/contract/app-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from '../../../platform/http/address-limit.ts';
import { ownOrigin } from '../../../platform/http/own-origin.ts';
import { createRateLimit, type RateLimit } from '../../../platform/http/rate-limit.ts';
import type { UsageCounters } from '../../../platform/limits/usage-counters.ts';
import type { WorkspaceLimits } from '../../../platform/limits/workspace-limits.ts';
import type { RunnableFlow } from '../flows/public.ts';

interface RateSettings {
  limitMax: number;
  limitDurationMs: number;
  message: string;
}

/** The origins that a flow allows; empty for all of them. */
export function allowedOriginsOf({ chatbotConfig }: Pick<RunnableFlow, 'chatbotConfig'>): string[] {
  const listed = chatbotConfig['allowedOrigins'];
  if (!Array.isArray(listed)) return [];
  return listed.filter((origin): origin is string => typeof origin === 'string' && origin.trim() !== '');
}

/** Whether a page of `origin` may talk to the flow; entries are origins or bare host names. */
export function isAllowedOrigin(flow: Pick<RunnableFlow, 'chatbotConfig'>, origin: string): boolean {
  const allowed = allowedOriginsOf(flow);
  if (allowed.length === 0) return true;
  const host = URL.parse(origin)?.host;
  return allowed.some((entry) => {
    const wanted = entry
      .trim()
      .replace(/(?<!\/)\/+$/, '')
      .toLowerCase();
    return wanted === origin.toLowerCase() || (host !== undefined && wanted === host);
  });
}

/** What holds for visitors who run a public flow: from allowed pages only, and not too often. */
export function createVisitorRules(workspaceLimits: WorkspaceLimits, counters: UsageCounters) {
  const limits = new Map<string, { workspaceId: string; settings: string; limit: RateLimit }>();
  workspaceLimits.measure('visitorAnswersPerMinute', ({ workspaceId }) =>
    [...limits.values()].reduce(
      (most, one) => (one.workspaceId === workspaceId ? Math.max(most, one.limit.highest()) : most),
      0,
    ),
  );

  function limitOf(flow: RunnableFlow, settings: RateSettings): RateLimit {
    const key = `${settings.limitMax}/${settings.limitDurationMs}`;
    const known = limits.get(flow.id);
    if (known?.settings === key) return known.limit;
    const limit = createRateLimit({
      counters,
      name: `visitors/${flow.id}`,
      limit: settings.limitMax,
      windowMs: settings.limitDurationMs,
    });
    limits.set(flow.id, { workspaceId: flow.workspaceId, settings: key, limit });
    return limit;
  }

  /** Throws TOO_MANY_REQUESTS. */
  async function checkRate(flow: RunnableFlow, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { visitorAnswersPerMinute } = await workspaceLimits.of(flow);
    const settings = rateSettingsOf(flow) ?? defaultRate(visitorAnswersPerMinute);
    if (!settings) return;
    try {
      await limitOf(flow, settings).use(addressOf(request), reply);
    } catch (error) {
      if (error instanceof AppError && settings.message) throw new AppError(error.code, settings.message);
      throw error;
    }
  }

  return {
    /** Throws ORIGIN_NOT_ALLOWED or TOO_MANY_REQUESTS. */
    async check(flow: RunnableFlow, request: FastifyRequest, reply: FastifyReply): Promise<void> {
      requireAllowedOrigin(flow, request);
      await checkRate(flow, request, reply);
    },
    checkRate,
    forget: (flowId: string) => void limits.delete(flowId),
  };
}

/** Throws ORIGIN_NOT_ALLOWED for an origin that the flow does not list. */
export function requireAllowedOrigin(flow: RunnableFlow, request: FastifyRequest): void {
  const { origin } = request.headers;
  if (origin === ownOrigin(request) || allowedOriginsOf(flow).length === 0) return;
  if (origin !== undefined && isAllowedOrigin(flow, origin)) return;
  const own = flow.chatbotConfig['allowedOriginsError'];
  const message = typeof own === 'string' && own ? own : 'This site is not allowed to access this chatbot';
  throw new AppError('ORIGIN_NOT_ALLOWED', message);
}

function defaultRate(limitMax: number): RateSettings | undefined {
  const message = 'Too many questions at once. Wait a little and ask again.';
  return limitMax === 0 ? undefined : { limitMax, limitDurationMs: 60_000, message };
}

function rateSettingsOf({ apiConfig }: RunnableFlow): RateSettings | undefined {
  const rate = apiConfig['rateLimit'] as Record<string, unknown> | undefined;
  if (typeof rate !== 'object' || rate === null || rate['status'] === false) return undefined;
  const [limitMax, seconds] = [Number(rate['limitMax']), Number(rate['limitDuration'])];
  if (!(limitMax > 0) || !(seconds > 0)) return undefined;
  const message = rate['limitMsg'];
  return { limitMax, limitDurationMs: seconds * 1000, message: typeof message === 'string' ? message : '' };
}
