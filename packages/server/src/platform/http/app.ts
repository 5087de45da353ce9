import type { Auth, EndpointDefinition } from '@tendril/contract/api/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { createVisitorAdmission } from './admit-visitor.ts';
import type { Caller } from './caller.ts';
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

/** What routes are mounted on. */
export interface App {
  readonly fastify: FastifyInstance;
  readonly routes: ServedRoute[];
  readonly streams: StreamRegistry;
  readonly originRules: OriginRule[];
  readonly frameRules: FrameRule[];
  /** Throws TOO_MANY_REQUESTS or TOO_LARGE before the body of somebody unknown is read. */
  admitAnonymous: ReturnType<typeof createVisitorAdmission>;
  /** Names the caller of a request, or throws 401 or 403 when the route's `auth` refuses it. */
  identify(request: FastifyRequest, auth: Auth): Promise<Caller>;
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
