/** What a vendor says of a key in its answer. */
export interface Allowance {
  /** Requests, or tokens, that are left of how many, until when: of what is scarcest. */
  left?: { share: number; requests: number; resetMs: number };
  /** How long the key is refused from now on. */
  pauseMs?: number;
}

/** A pause that the vendor does not name. */
export const unnamedPauseMs = 1000;
const longestPauseMs = 120_000;
const refusals = new Set([429, 529]);

/** What is counted, in the headers of those who say: OpenAI and who speaks its protocol, and Anthropic. */
const counted = [
  ['x-ratelimit-limit-requests', 'x-ratelimit-remaining-requests', 'x-ratelimit-reset-requests', true],
  ['x-ratelimit-limit-tokens', 'x-ratelimit-remaining-tokens', 'x-ratelimit-reset-tokens', false],
  [
    'anthropic-ratelimit-requests-limit',
    'anthropic-ratelimit-requests-remaining',
    'anthropic-ratelimit-requests-reset',
    true,
  ],
  [
    'anthropic-ratelimit-tokens-limit',
    'anthropic-ratelimit-tokens-remaining',
    'anthropic-ratelimit-tokens-reset',
    false,
  ],
] as const;

/** Undefined where the answer says nothing of the key. `now`: the wall clock. */
export function readAllowance({ status, headers }: Response, now = Date.now()): Allowance | undefined {
  const named = pauseOf(headers, now);
  if (refusals.has(status) || (status === 503 && named !== undefined))
    return { pauseMs: Math.min(longestPauseMs, named ?? unnamedPauseMs) };
  let left: Allowance['left'];
  for (const [limitName, leftName, resetName, isRequests] of counted) {
    const limit = numberOf(headers.get(limitName));
    const remaining = numberOf(headers.get(leftName));
    const resetMs = timeOf(headers.get(resetName), now);
    if (!limit || remaining === undefined || resetMs === undefined) continue;
    const share = Math.max(0, remaining) / limit;
    if (left && left.share <= share) continue;
    const requests = isRequests ? Math.max(0, remaining) : Number.POSITIVE_INFINITY;
    left = { share, requests, resetMs: Math.min(longestPauseMs, resetMs) };
  }
  return left && { left };
}

function pauseOf(headers: Headers, now: number): number | undefined {
  const ms = numberOf(headers.get('retry-after-ms'));
  if (ms !== undefined) return Math.max(0, ms);
  const text = headers.get('retry-after');
  const seconds = numberOf(text);
  if (seconds !== undefined) return Math.max(0, seconds * 1000);
  const date = text ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function numberOf(text: string | null): number | undefined {
  if (text === null || text.trim() === '') return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** "6m0s", "20ms", seconds, or a moment. */
function timeOf(text: string | null, now: number): number | undefined {
  if (!text) return undefined;
  const seconds = numberOf(text);
  if (seconds !== undefined) return seconds * 1000;
  if (/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(text))
    return [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)].reduce(
      (sum, [, count, unit]) => sum + Number(count) * (units[unit ?? ''] ?? 0),
      0,
    );
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
