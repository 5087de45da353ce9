import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import files from '@fastify/static';
import { studioPrefix } from '@tendril/contract/api/prefixes';
import { csrfCookie } from '@tendril/contract/api/session-cookies';
import { unservedRetell } from '@tendril/contract/api/unserved-retell';
import { AppError } from '@tendril/contract/app-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { App } from './app.ts';
import { acceptsGzip, createAssetReader } from './decompress-asset.ts';
import { setPagePolicy } from './security-headers.ts';

/** The placeholder in index.html for the response's nonce. */
const noncePlaceholder = '__CSP_NONCE__';
/** Written by the build of the web app: the files that a screen needs beside those of the page. */
const preloadsFile = 'preloads.json';
const canvasPath = /^\/(?:canvas|(?:v2\/)?agentcanvas)(?:\/([\w-]+)?|$)/;
const pdfWorker = /^\/assets\/pdf\.worker[\w.-]*\.mjs$/;
const yearMs = 31_536_000_000;
/** Files of the folder that are not public: the page without its nonce, compressed copies, source maps. */
const hidden = /^\/(?:index\.html|preloads\.json)$|\.(br|gz|map)$/;

type Places = Pick<Config, 'coreHost' | 'studioHost' | 'coreService' | 'product'>;

/** Serves the built web app: its files, and its one page for every path that is not a file or an API route. */
export async function servePages(app: App, folder: string, places: Places): Promise<void> {
  const page = readPage(folder, places);
  const canvasLink = readCanvasLink(folder);
  const readAsset = createAssetReader(folder);
  const apiHosts = [...new Set([places.coreHost, places.studioHost])].filter((host) => host !== undefined);
  if (page !== undefined) {
    await app.fastify.register(files, {
      root: folder,
      serve: false,
      preCompressed: true,
      index: false,
      dotfiles: 'ignore',
      allowedPath: (path) => !hidden.test(path),
    });
  }
  // Files have compressed copies; the page alone is too small to benefit.
  const options = { compress: false as const, config: { isPage: true, cors: false } };
  app.fastify.get('/*', options, async (request, reply) => {
    const path = pathOf(request);
    if (isProgramPath(path)) throw missingRoute(app, request);
    if (page === undefined) throw noPage();
    if (path.includes('.')) {
      const content = acceptsGzip(request.headers['accept-encoding']) ? undefined : readAsset(path);
      return sendFile(path, reply, content);
    }
    const canvas = canvasLink ? canvasPath.exec(path) : null;
    if (canvas) {
      const isSignedIn = apiHosts.length === 0 && request.headers.cookie?.includes(`${csrfCookie}=`);
      reply.header('link', [...(isSignedIn ? dataLinks(canvas[1]) : []), canvasLink].join(', '));
    }
    return sendPage(app, { page, apiHosts }, path, reply);
  });
  app.fastify.setNotFoundHandler((request) => {
    throw missingRoute(app, request);
  });
}

/** The page, which says where it finds the API. */
function readPage(
  folder: string,
  { coreHost, studioHost, coreService, product }: Places,
): string | undefined {
  const file = join(folder, 'index.html');
  if (!existsSync(file)) return undefined;
  return readFileSync(file, 'utf8')
    .replace('__CORE_HOST__', coreHost ?? '')
    .replace('__STUDIO_HOST__', studioHost ?? '')
    .replace('__CORE_SERVICE__', coreService)
    .replace('__PRODUCT_NAME__', product);
}

/** The header that makes a browser fetch the canvas together with the app, not only after the app has run. */
function readCanvasLink(folder: string): string | undefined {
  const file = join(folder, preloadsFile);
  if (!existsSync(file)) return undefined;
  const { canvas } = JSON.parse(readFileSync(file, 'utf8')) as { canvas: string[] };
  const toLink = (path: string) =>
    path.endsWith('.css') ? `<${path}>; rel=preload; as=style; crossorigin` : `<${path}>; rel=modulepreload`;
  return canvas.map(toLink).join(', ');
}

/** What the canvas of a flow asks for first, so that it is there when the app has been read. */
function dataLinks(flowId: string | undefined): string[] {
  const paths = [
    `${studioPrefix}/nodes?summary=true`,
    ...(flowId ? [`${studioPrefix}/flows/${flowId}`] : []),
  ];
  // Without the same credentials mode a browser would not take it for the app's own request.
  return paths.map((path) => `<${path}>; rel=preload; as=fetch; crossorigin=use-credentials`);
}

// The raw path, not decoded: a path that needs decoding is not ours.
function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/';
}

function isProgramPath(sent: string): boolean {
  // A typing mistake may double slashes; and a page is no useful response to a program.
  const path = sent.replace(/^\/+/, '/');
  return (
    path.startsWith('/api/') || path === '/api' || path.startsWith('/v1/') || path.startsWith('/health/')
  );
}

/** 405 for a path that exists under another method, else 404. */
function missingRoute(app: App, request: FastifyRequest): AppError {
  const path = pathOf(request);
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  const isOddMethod = request.method === 'TRACE' || request.method === 'CONNECT';
  if (!isProgramPath(path)) return isReading ? noPage() : noMethod();
  const unserved = unservedRetell(path);
  if (unserved)
    return new AppError('NOT_IMPLEMENTED', `This part of Retell’s API is not served here: ${unserved}.`);
  const isKnown = app.routes.some((route) => matches(route.path, path));
  return isKnown || isOddMethod ? noMethod() : new AppError('NOT_FOUND', 'This address does not exist.');
}

function noMethod(): AppError {
  return new AppError('METHOD_NOT_ALLOWED', 'This method is not allowed here.');
}

function noPage(): AppError {
  return new AppError('NOT_FOUND', 'Page not found.');
}

function matches(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  return (
    wanted.length === given.length && wanted.every((part, at) => part.startsWith(':') || part === given[at])
  );
}

function sendFile(path: string, reply: FastifyReply, content: Readable | undefined): FastifyReply {
  // Vite puts a content hash in every name under assets/: such a file never changes.
  const isImmutable = path.startsWith('/assets/');
  // A worker has a policy of its own: this one compiles decoders for pictures, and reaches nothing.
  if (pdfWorker.test(path))
    reply.header(
      'content-security-policy',
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; frame-ancestors 'none'",
    );
  if (content)
    return reply
      .type(path.endsWith('.css') ? 'text/css; charset=utf-8' : 'application/javascript; charset=utf-8')
      .headers({ 'cache-control': `public, max-age=${yearMs / 1000}, immutable`, vary: 'accept-encoding' })
      .send(content);
  return reply.sendFile(path, isImmutable ? { maxAge: yearMs, immutable: true } : { maxAge: 0 });
}

async function sendPage(
  app: App,
  { page, apiHosts }: { page: string; apiHosts: readonly string[] },
  path: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const nonce = randomBytes(16).toString('base64url');
  const frameAncestors: string[] = [];
  for (const rule of app.frameRules) frameAncestors.push(...(await rule(path)));
  await setPagePolicy(reply, nonce, { frameAncestors, apiHosts });
  return reply.type('text/html; charset=utf-8').send(page.replaceAll(noncePlaceholder, nonce));
}
