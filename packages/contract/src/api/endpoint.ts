import type * as z from 'zod';
import type { Permits } from '../permission.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call a route. `session`: a signed-in person. `sessionOrKey`: a person, or an API key of the workspace.
 * `flow`: decided by the flow itself (public flow, its bound key, a key of its workspace or a session). `public`:
 * anybody. `origin`: anybody, but only from our own pages (login, register, refresh). `token`: the holder of the
 * address's one-time token, of the API key in it, or of the token that the route itself asks for. `signed`: the holder of an address signed by us, else as
 * `sessionOrKey`. `webhook`: a sender who signs with the flow's secret; as `flow` where the flow requires no signature.
 * `internal`: another server of the installation; to everybody else there is nothing.
 */
export type Auth =
  | 'step'
  | 'session'
  | 'sessionOrKey'
  | 'flow'
  | 'public'
  | 'origin'
  | 'token'
  | 'signed'
  | 'webhook'
  | 'internal';

type Schema = z.ZodType;
type Shape = z.ZodObject;

/** A route that no session counts for. */
type OpenAuth = 'step' | 'public' | 'origin' | 'token' | 'webhook' | 'internal';

/**
 * Callers identified by a session or a key need what the route `permits`, too. With `flow` and `signed`, a caller
 * who may not is treated as nobody, or refused.
 */
type Access = { auth: Exclude<Auth, OpenAuth>; permits: Permits } | { auth: OpenAuth; permits?: undefined };

/** One route. */
export type EndpointDefinition = EndpointParts & Access;

interface EndpointParts {
  method: Method;
  /** Full path with `:name` parameters. */
  path: string;
  /** For a POST that only reads, because its query does not fit into a URL: read-only callers may use it. */
  isRead?: true;
  /**
   * What people with a session, though not API keys, need a recent proof of their identity for: `always`, or where the
   * workspace requires it. Without one the answer is PROOF_REQUIRED.
   */
  proof?: 'always' | 'ifRequired';
  /** Open to people who have yet to set up the second factor that their workspace requires. */
  isForSetUp?: true;
  /** One sentence for the API document. */
  summary: string;
  tag: string;
  params?: Shape;
  query?: Shape;
  /** Own routes are strict objects; routes for Flowise's and other clients strip unknown keys. */
  body?: Schema;
  /** Response schemas strip: what they do not name is never sent. Absent: no body (204). */
  response?: Schema;
  /** Of a streaming route: the schema of one event's data. */
  events?: Schema;
  status?: number;
  /** Largest accepted body in bytes; 1 MB when absent. */
  bodyLimit?: number;
  /** Largest accepted body of somebody who is not known, where that is less than what `bodyLimit` says, and than 1 MB. */
  strangersBytes?: number;
  /** The header If-Match has to name the revision that the change was made from. */
  ifMatch?: true;
  /** The body may be, or with `only` has to be, a multipart form: files beside the text fields of `body`. */
  files?: true | 'only';
  /** Media type of a response that is not JSON: a picture, a file. */
  media?: string;
}

type Endpoint<D extends EndpointDefinition = EndpointDefinition> = D;

/** Declares one route: server handler, typed client, validation and API document all derive from this value. */
export function endpoint<const D extends EndpointDefinition>(definition: D): Endpoint<D> {
  return definition;
}

type Parsed<S> = S extends Schema ? z.output<S> : undefined;
type Sent<S> = S extends Schema ? z.input<S> : undefined;

export type Params<E extends EndpointDefinition> = Parsed<E['params']>;
export type Query<E extends EndpointDefinition> = Parsed<E['query']>;
export type Body<E extends EndpointDefinition> = Parsed<E['body']>;
export type Answer<E extends EndpointDefinition> = Parsed<E['response']>;
export type StreamEvent<E extends EndpointDefinition> = Parsed<E['events']>;
/** What a client sends: the input side of schemas, so that fields with defaults may be left out. */
export type SentBody<E extends EndpointDefinition> = Sent<E['body']>;
export type SentQuery<E extends EndpointDefinition> = Sent<E['query']>;
export type SentParams<E extends EndpointDefinition> = Sent<E['params']>;
