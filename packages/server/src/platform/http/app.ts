import type { EndpointDefinition } from '@tendril/contract/api/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Holder } from '../db/column.ts';
import type { createVisitorAdmission } from './admit-visitor.ts';
import type { Caller } from './caller.ts';
import type { RouteAccess } from './identify.ts';
import type { InternalAuth } from './internal-auth.ts';
import type { BodyAllowance } from './json-body.ts';
import type { StreamRegistry } from './stream-registry.ts';

/** One mounted route, for the API document and the reviewed list. */
export interface ServedRoute {
  readonly endpoint: EndpointDefinition;
  /** The path it is mounted under; differs from the endpoint's for an alias. */
  readonly path: string;
}

/**
 * Decides whether pages of `origin` may read responses of `path`; for flows that list their origins. With `refusal`
 * they may read that they are refused, and nothing else.
 */
export type OriginRule = (path: string, origin: string) => Promise<boolean | 'refusal'>;

/** The origins that may frame the page `path`; empty for none. */
export type FrameRule = (path: string) => Promise<readonly string[]>;

/** What a stop waits for, beside requests: it goes on without one. */
export interface OwnedWork {
  /** How long it has to finish. */
  readonly maxMs: number;
  /** Resolves when there is none. */
  idle(): Promise<void>;
  /** Ends what is left, or leaves it to other processes. */
  release(): Promise<void>;
}

/** What routes are mounted on. */
export interface App {
  readonly fastify: FastifyInstance;
  readonly routes: ServedRoute[];
  readonly streams: StreamRegistry;
  readonly internalAuth: Pick<InternalAuth, 'requireBody'>;
  readonly ownedWork: OwnedWork[];
  /** Whether the server takes nothing new any more, because it is asked to stop. */
  isStopping(): boolean;
  /** Leaves work to other processes; resolves when waiting longer is of no use to those who are served here. */
  beforeCutOff(): Promise<void>;
  readonly originRules: OriginRule[];
  readonly frameRules: FrameRule[];
  /** Throws TOO_MANY_REQUESTS or TOO_LARGE before the body of somebody unknown is read. */
  admitAnonymous: ReturnType<typeof createVisitorAdmission>;
  /** Names the caller of a request, or throws 401 or 403 when the route's `auth` or `permits` refuses it. */
  identify(request: FastifyRequest, access: RouteAccess): Promise<Caller>;
  /** Whether a session or key has not ended. */
  isAlive(holder: Holder): Promise<boolean>;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
    /** Set where a route's own rules decide how much of the body is read. */
    bodyAllowance?: BodyAllowance;
  }
  interface FastifyContextConfig {
    /** Present on every route that `serve` has mounted. */
    endpoint?: EndpointDefinition;
    /** Marks the one route that serves the web app to everybody. */
    isPage?: boolean;
  }
}
