import { AppError } from '@tendril/contract/app-error';
import type { RequestPatience } from '@tendril/contract/node/run-context';
import type { OpenRelay } from '@tendril/contract/provider/outbound-relay';
import type { OpenSocket } from '@tendril/contract/provider/outbound-socket';
import type { OpenStream } from '@tendril/contract/provider/outbound-stream';
import type { Agent } from 'undici';
import type { Config } from '../config.ts';
import { type BoundSecrets, createBoundSecrets } from './bound-secrets.ts';
import type { ResolveName } from './checked-lookup.ts';
import { denied } from './denied.ts';
import { EgressResponse } from './egress-response.ts';
import { createEgressRules, type EgressRules } from './egress-rules.ts';
import { exchange } from './exchange.ts';
import { firstHop, type Hop, isRequest, nextHop, redirectTarget } from './hop.ts';

const maxRedirects = 5;
const defaultMaxBytes = 10 * 1024 * 1024;
const withoutBody = new Set([101, 204, 205, 304]);

interface EgressOptions {
  /** Largest response after decompression, in bytes; 10 MB when absent. */
  maxBytes?: number;
  /** Time limit for the whole exchange. */
  timeoutMs?: number;
  signal?: AbortSignal;
  /** Public internet only: what EGRESS_ALLOW opens is refused, too. For addresses given by anonymous callers. */
  isPublicOnly?: boolean;
  /** The workspace whose secrets it must not carry to other hosts; `of` sets it. */
  workspaceId?: string;
}

/** `patience` when absent: 300 s to the first byte and 120 s between two. */
type OutgoingInit = RequestInit & { patience?: RequestPatience };

/** The only way out: every request a flow makes passes here. */
export interface Egress {
  /**
   * Like the standard `fetch`, over keep-alive connections to checked addresses. Throws EGRESS_DENIED for what the
   * policy blocks, a TypeError "fetch failed" when the other side cannot be reached, the signal's reason on abort.
   */
  fetch(input: string | URL | Request, init?: OutgoingInit, options?: EgressOptions): Promise<Response>;
  /** Opens a WebSocket to a checked address. */
  openSocket: OpenSocket;
  /** Opens a raw connection to a checked address, for the driver of a database. */
  openStream: OpenStream;
  /** The same for drivers that dial by themselves. */
  openRelay: OpenRelay;
  /**
   * The egress client for code that works with a workspace's stored secrets: it also throws CREDENTIAL_HOST for a
   * request that would carry one of them to a host it was not stored for.
   */
  of(workspaceId: string): Pick<Egress, 'fetch' | 'openSocket' | 'openStream' | 'openRelay'>;
  /** Binds an opened secret to its hosts. */
  bindSecret: BoundSecrets['bind'];
  close(): Promise<void>;
}

/** `resolve` replaces the name look-up in tests. */
export function createEgress(config: Pick<Config, 'egressAllow'>, resolve?: ResolveName): Egress {
  const own = wayOut(createEgressRules(config), resolve);
  const publicOnly = wayOut(createEgressRules({ egressAllow: [] }), resolve);
  const secrets = createBoundSecrets();

  const egress: Egress = {
    async fetch(input, init, options = {}) {
      const { rules, agent } = options.isPublicOnly ? publicOnly : own;
      const hop = await firstHop(input, init);
      if (!hop) throw invalidAddress(input);
      if (options.workspaceId !== undefined) secrets.check(options.workspaceId, hop);
      const signal = joinSignals(init?.signal ?? (isRequest(input) ? input.signal : undefined), options);
      const mode = init?.redirect ?? 'follow';
      return follow(
        {
          agent: await agent(),
          rules,
          signal,
          mode,
          maxBytes: options.maxBytes ?? defaultMaxBytes,
          patience: init?.patience,
        },
        hop,
      );
    },
    async openSocket(url, request) {
      const { openOutboundSocket } = await import('./outbound-socket.ts');
      return openOutboundSocket(await own.agent(), own.rules, url, request);
    },
    async openStream(request) {
      const { openStream } = await import('./open-stream.ts');
      return openStream(own.rules, request, resolve);
    },
    openRelay: relayOver((request) => egress.openStream(request)),
    of(workspaceId) {
      const openStream: OpenStream = async (request) => {
        const address = URL.parse(`https://${request.host}:${request.port}`);
        const headers = Object.fromEntries(request.secrets.map((value, index) => [`secret-${index}`, value]));
        // Drivers do not send a password as it is: it is checked before they get it.
        if (address) secrets.check(workspaceId, { url: address, headers, body: null });
        return egress.openStream(request);
      };
      return {
        openStream,
        openRelay: relayOver(openStream),
        fetch: (input, init, options) => egress.fetch(input, init, { ...options, workspaceId }),
        async openSocket(url, request) {
          const address = URL.parse(String(url));
          const headers = { ...request?.headers };
          if (address) secrets.check(workspaceId, { url: address, headers, body: null });
          return egress.openSocket(url, request);
        },
      };
    },
    bindSecret: secrets.bind,
    async close() {
      await Promise.all([own.close(), publicOnly.close()]);
    },
  };
  return egress;
}

function relayOver(open: OpenStream): OpenRelay {
  return async (request) => (await import('./open-relay.ts')).openRelay(open, request);
}

/** Rules with their connections, opened on first use. */
function wayOut(rules: EgressRules, resolve: ResolveName | undefined) {
  let agent: Promise<Agent> | undefined;
  const open = async () => {
    const { createCheckedAgent } = await import('./checked-agent.ts');
    return createCheckedAgent(rules, resolve);
  };
  return {
    rules,
    agent() {
      agent ??= open();
      return agent;
    },
    close: async () => (await agent)?.destroy(),
  };
}

interface Journey {
  agent: Agent;
  rules: EgressRules;
  signal: AbortSignal | undefined;
  mode: NonNullable<RequestInit['redirect']>;
  maxBytes: number;
  patience: RequestPatience | undefined;
}

async function follow(journey: Journey, first: Hop): Promise<Response> {
  let hop: Hop | undefined = first;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    if (!hop || !journey.rules.mayAsk(hop.url)) throw denied(hop?.url.host || 'This address');
    journey.signal?.throwIfAborted();
    const answer = await exchange(journey.agent, hop, journey);
    const target = redirectTarget(answer.status, answer.headers.location, hop.url);
    if (!target || journey.mode === 'manual') {
      const hasBody = !withoutBody.has(answer.status) && hop.method !== 'HEAD';
      return new EgressResponse(answer, hasBody, hop.url.href, redirects > 0);
    }
    answer.body.discard();
    if (journey.mode === 'error')
      throw new TypeError('fetch failed', { cause: new Error('unexpected redirect') });
    hop = nextHop(hop, answer.status, target);
  }
  throw new TypeError('fetch failed', { cause: new Error('too many redirects') });
}

function invalidAddress(input: string | URL | Request): AppError {
  const address = String(input).slice(0, 200);
  return new AppError('INVALID_INPUT', `"${address}" is not a valid address.`);
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
