import { agentsPrefix, corePrefix } from './prefixes.ts';

/** The two names inside our paths that an installation may choose. */
export interface PathSegments {
  /** `api/{core-service}/v1` */
  coreService: string;
  /** `api/{product}-agentshub-management/v1` */
  product: string;
}

const hubPath = (product: string) => `/api/${product}-agentshub-management/`;
const corePath = (service: string) => `/api/${service}/v1/`;

const [, , coreService = '', ,] = corePrefix.split('/');
const product = (agentsPrefix.split('/')[2] ?? '').replace(/-agentshub-management$/, '');

/** The names that the endpoints are declared with, and that every installation answers to. */
export const ownSegments: PathSegments = { coreService, product };

/** The path of an endpoint as an installation with these names has it. */
export function toNamedPath(path: string, names: PathSegments): string {
  return translate(path, ownSegments, names);
}

/** The endpoint's own path of one that was asked for by these names. */
export function toOwnPath(path: string, names: PathSegments): string {
  return translate(path, names, ownSegments);
}

function translate(path: string, from: PathSegments, to: PathSegments): string {
  for (const [found, wanted] of [
    [corePath(from.coreService), corePath(to.coreService)],
    [hubPath(from.product), hubPath(to.product)],
  ] as const) {
    if (path.startsWith(found)) return wanted + path.slice(found.length);
  }
  return path;
}
