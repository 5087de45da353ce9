import { randomBytes } from 'node:crypto';
import { readWidget, showWidgetDemo } from '@tendril/contract/api/widget';
import type { App } from '../../../platform/http/app.ts';
import { setPagePolicy } from '../../../platform/http/security-headers.ts';
import { serveRaw } from '../../../platform/http/serve.ts';
import type { FlowGate } from '../predictions/public.ts';
import { acceptedPacking } from './accepted-packing.ts';
import { drawDemoPage } from './demo-page.ts';
import type { WidgetFiles } from './widget-files.ts';

const fresh = 'public, max-age=300, stale-while-revalidate=86400';

/** The chat widget for pages of other sites, and a page to see it on. */
export function widgetRoutes(app: App, files: WidgetFiles, gate: FlowGate): void {
  serveRaw(app, readWidget, async ({ params, request, reply }) => {
    const file = await files.read(params.file);
    const packedAs = acceptedPacking(request.headers['accept-encoding']);
    const tag = `"${file.tag}-${packedAs}"`;
    reply.removeHeader('access-control-allow-credentials');
    reply.headers({
      // A module of another site is loaded by CORS only, from any page.
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': fresh,
      vary: 'accept-encoding',
      etag: tag,
    });
    if (request.headers['if-none-match']?.split(/,\s*/).includes(tag)) return reply.code(304).send();
    const isScript = params.file.endsWith('.js');
    reply.type(isScript ? 'text/javascript; charset=utf-8' : 'text/plain; charset=utf-8');
    if (packedAs !== 'identity') reply.header('content-encoding', packedAs);
    return reply.send(file.contents[packedAs]);
  });

  serveRaw(
    app,
    showWidgetDemo,
    async ({ caller, params, query, request, reply }) => {
      await gate.enter(caller, params.id, request, reply, 'none');
      const nonce = randomBytes(16).toString('base64url');
      await setPagePolicy(reply, nonce, { frameAncestors: ["'self'"] });
      return reply.type('text/html; charset=utf-8').send(drawDemoPage(params.id, query, nonce));
    },
    { perMinute: 600 },
  );
}
