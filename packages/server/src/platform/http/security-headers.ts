import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../config.ts';

const none = ["'none'"];
const self = ["'self'"];
const yearSeconds = 31_536_000;

/** The content policy of API responses, which forbids everything. */
const apiDirectives = { defaultSrc: none, frameAncestors: none, baseUri: none, formAction: none };

/** Sets the headers on every response; pages replace the strict default policy by `setPagePolicy`. */
export async function addSecurityHeaders(
  fastify: FastifyInstance,
  config: Pick<Config, 'publicUrl'>,
): Promise<void> {
  const isTls = config.publicUrl?.startsWith('https:') ?? false;
  await fastify.register(helmet, {
    global: false,
    contentSecurityPolicy: { useDefaults: false, directives: apiDirectives },
    strictTransportSecurity: isTls ? { maxAge: yearSeconds, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // Embedding pages load our chat from their own origin; frame-ancestors says who may.
    crossOriginResourcePolicy: false,
    xFrameOptions: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xXssProtection: false,
  });
  let known: Record<string, string> | undefined;
  fastify.addHook('onRequest', (request, reply, done) => {
    known ??= readHeaders(reply);
    reply.headers(known).header('x-request-id', request.id);
    done();
  });
}

/** The headers of every response: helmet would write the same again for each of them. */
function readHeaders(reply: FastifyReply): Record<string, string> {
  const { raw } = reply;
  const others = new Set(raw.getHeaderNames());
  reply.helmet();
  const made = raw.getHeaderNames().filter((name) => !others.has(name));
  const headers = Object.fromEntries(made.map((name) => [name, String(raw.getHeader(name))]));
  for (const name of made) raw.removeHeader(name);
  return {
    ...headers,
    // API responses are private and not cached; cacheable files set their own header.
    'cache-control': 'no-store',
    'permissions-policy': 'camera=(), geolocation=(), payment=(), usb=(), microphone=(self)',
  };
}

interface PageRules {
  /** Origins that may embed the page; none when empty. */
  frameAncestors?: readonly string[];
  /** Other origins whose API the page calls. */
  apiHosts?: readonly string[];
}

/** Gives a response the policy of our own pages. */
export async function setPagePolicy(
  reply: FastifyReply,
  nonce: string,
  { frameAncestors = [], apiHosts = [] }: PageRules = {},
): Promise<void> {
  const api = [...self, ...apiHosts];
  const directives = {
    defaultSrc: self,
    scriptSrc: self,
    styleSrc: [...self, `'nonce-${nonce}'`],
    imgSrc: [...api, 'data:', 'blob:'],
    fontSrc: [...self, 'data:'],
    mediaSrc: [...api, 'data:', 'blob:'],
    connectSrc: [...api, ...apiHosts.map((host) => host.replace(/^http/, 'ws'))],
    workerSrc: [...self, 'blob:'],
    objectSrc: none,
    baseUri: none,
    formAction: self,
    frameAncestors: frameAncestors.length > 0 ? [...frameAncestors] : none,
  };
  reply.removeHeader('content-security-policy');
  await reply.helmet({ contentSecurityPolicy: { useDefaults: false, directives } });
}
