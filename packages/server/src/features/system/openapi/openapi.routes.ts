import { randomBytes } from 'node:crypto';
import { endpoint } from '@tendril/contract/api/endpoint';
import * as z from 'zod';
import type { App } from '../../../platform/http/app.ts';
import { setPagePolicy } from '../../../platform/http/security-headers.ts';
import { serve, serveRaw } from '../../../platform/http/serve.ts';
import { productVersion } from '../../../platform/product-version.ts';
import { drawDocs } from './docs-page.ts';
import { describeApi } from './openapi-document.ts';

const tag = 'Server';

const apiDocument = endpoint({
  method: 'GET',
  path: '/api/openapi.json',
  auth: 'public',
  tag,
  summary: 'This API as an OpenAPI 3.1 document.',
  response: z.record(z.string(), z.unknown()),
});

const apiDocs = endpoint({
  method: 'GET',
  path: '/api/docs',
  auth: 'public',
  tag,
  summary: 'This API as a page to read.',
  media: 'text/html',
});

export function openapiRoutes(app: App): void {
  let document: Record<string, unknown> | undefined;
  // Generated on first request: by then every feature has mounted its routes.
  const read = () => {
    document ??= describeApi(app.routes, productVersion());
    return document;
  };

  serve(app, apiDocument, read);
  serveRaw(app, apiDocs, async ({ reply }) => {
    const nonce = randomBytes(16).toString('base64url');
    await setPagePolicy(reply, nonce);
    return reply.type('text/html; charset=utf-8').send(drawDocs(read(), nonce));
  });
}
