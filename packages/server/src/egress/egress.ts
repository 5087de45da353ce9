import type { Agent, Dispatcher } from 'undici';
import type { Config } from '../config.ts';
import { decodeBody, toLimitedStream } from './answer-body.ts';
import type { ResolveName } from './checked-agent.ts';
import { createEgressRules, type EgressRules } from './egress-rules.ts';
import { firstHop, type Hop, nextHop, redirectTarget } from './hop.ts';

const maxRedirects = 5;
const defaultMaxBytes = 10 * 1024 * 1024;
const withoutBody = new Set([101, 204, 205, 304]);

export interface EgressOptions {
  /** Largest answer after unpacking, in bytes; 10 MB when absent. */
  maxBytes?: number;
  /** Time for the whole exchange; none when absent, beyond 300 s to the first byte and 120 s between two. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** The only way out: every request a flow makes passes here. */
export interface Egress {
  /**
   * Like the standard `fetch`, over kept-alive connections to checked addresses. Throws EGRESS_DENIED for what the
   * policy blocks, a TypeError "fetch failed" when the other side cannot be reached, the signal's reason on abort.
   */
  fetch(input: string | URL | Request, init?: RequestInit, options?: EgressOptions): Promise<Response>;
  close(): Promise<void>;
}

/** `resolve` stands for the name look-up in tests. */
export function createEgress(config: Pick<Config, 'egressAllow'>, resolve?: ResolveName): Egress {
  const rules = createEgressRules(config);
  let agent: Promise<Agent> | undefined;
  const openAgent = async () => {
    const { createCheckedAgent } = await import('./checked-agent.ts');
    return createCheckedAgent(rules, resolve);
  };

  return {
    async fetch(input, init, options = {}) {
      agent ??= openAgent();
      const hop = await firstHop(input, init);
      const signal = joinSignals(
        init?.signal ?? (input instanceof Request ? input.signal : undefined),
        options,
      );
      signal?.throwIfAborted();
      const mode = init?.redirect ?? 'follow';
      return follow(
        { agent: await agent, rules, signal, mode, maxBytes: options.maxBytes ?? defaultMaxBytes },
        hop,
      );
    },
    async close() {
      await (await agent)?.destroy();
    },
  };
}

interface Journey {
  agent: Agent;
  rules: EgressRules;
  signal: AbortSignal | undefined;
  mode: RequestRedirect;
  maxBytes: number;
}

async function follow(journey: Journey, first: Hop | undefined): Promise<Response> {
  let hop = first;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    if (!hop || !journey.rules.mayAsk(hop.url)) throw await refusal();
    const answer = await send(journey, hop);
    const target = redirectTarget(answer.statusCode, single(answer.headers['location']), hop.url);
    if (!target || journey.mode === 'manual')
      return toResponse(answer, journey.maxBytes, hop.url, redirects > 0);
    await answer.body.dump({ limit: 16_384 }).catch(() => {});
    if (journey.mode === 'error')
      throw new TypeError('fetch failed', { cause: new Error('unexpected redirect') });
    hop = nextHop(hop, answer.statusCode, target);
  }
  throw new TypeError('fetch failed', { cause: new Error('too many redirects') });
}

async function refusal(): Promise<Error> {
  const { denied } = await import('./checked-agent.ts');
  return denied();
}

async function send(
  { agent, signal }: Journey,
  { url, method, headers, body }: Hop,
): Promise<Dispatcher.ResponseData> {
  try {
    return await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: method as Dispatcher.HttpMethod,
      headers: { 'accept-encoding': 'identity', ...headers },
      body,
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if ((error as { code?: unknown }).code === 'EGRESS_DENIED') throw error;
    // The words of the standard fetch: clients built on it know them and try again.
    throw new TypeError('fetch failed', { cause: error });
  }
}

function toResponse(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  maxBytes: number,
  url: URL,
  redirected: boolean,
): Response {
  const encoding = single(headers['content-encoding']);
  const answerHeaders = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || (encoding && (name === 'content-encoding' || name === 'content-length')))
      continue;
    for (const one of Array.isArray(value) ? value : [value]) answerHeaders.append(name, one);
  }
  const isEmpty = withoutBody.has(statusCode);
  if (isEmpty) body.resume();
  const content = isEmpty ? null : toLimitedStream(decodeBody(body, encoding), maxBytes);
  const response = new Response(content, { status: statusCode, headers: answerHeaders });
  if (redirected)
    Object.defineProperties(response, { url: { value: url.href }, redirected: { value: true } });
  return response;
}

function joinSignals(own: AbortSignal | null | undefined, options: EgressOptions): AbortSignal | undefined {
  const signals = [
    own,
    options.signal,
    options.timeoutMs === undefined ? undefined : AbortSignal.timeout(options.timeoutMs),
  ];
  const present = signals.filter((signal) => signal !== null && signal !== undefined);
  return present.length > 1 ? AbortSignal.any(present) : present[0];
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
