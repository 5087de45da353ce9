import { fileURLToPath } from 'node:url';
import cookies from '@fastify/cookie';
import { findLacking } from '@tendril/contract/permission';
import type { NodeSource } from '../features/flows/nodes/public.ts';
import { healthRoutes } from '../features/system/health/public.ts';
import { openapiRoutes } from '../features/system/openapi/public.ts';
import { systemRoutes } from '../features/system/status/public.ts';
import { createLatestRelease, versionRoutes } from '../features/system/version/public.ts';
import { createAccessTokens } from '../platform/http/access-token.ts';
import { addAddressLimit } from '../platform/http/address-limit.ts';
import { createVisitorAdmission } from '../platform/http/admit-visitor.ts';
import type { App } from '../platform/http/app.ts';
import { addAuditTrail } from '../platform/http/audit-trail.ts';
import { addCompression } from '../platform/http/compression.ts';
import { addCors } from '../platform/http/cors.ts';
import { createFastify } from '../platform/http/fastify-server.ts';
import { createHeldAccess } from '../platform/http/held-access.ts';
import { createIdentify } from '../platform/http/identify.ts';
import { addLifecycle, type Lifecycle } from '../platform/http/lifecycle.ts';
import { addMultipart } from '../platform/http/multipart.ts';
import { linePaths, refuseVisitors } from '../platform/http/refuse-visitors.ts';
import { addSecurityHeaders } from '../platform/http/security-headers.ts';
import { createBrowserSession } from '../platform/http/session.ts';
import { createSessionFamilies } from '../platform/http/session-families.ts';
import { createStreamRegistry } from '../platform/http/stream-registry.ts';
import { servePages } from '../platform/http/web-pages.ts';
import { addWebSockets } from '../platform/http/web-sockets.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';
import { isForCalls } from '../platform/processes/process-role.ts';
import { composeApp } from './compose-app.ts';
import { endRevoked } from './end-revoked.ts';
import { mountMetrics } from './mount-metrics.ts';
import { mountWorkspace } from './mount-workspace.ts';
import { openRuntime } from './runtime.ts';

const dayMs = 86_400_000;
const webFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url));
const widgetFolder = fileURLToPath(new URL('../../../widget/dist', import.meta.url));

export interface BuiltApp extends App {
  readonly lifecycle: Lifecycle;
}

export interface AppOptions {
  /** The built web app; another folder in tests. */
  webFolder?: string;
  /** The built chat widget; another folder in tests. */
  widgetFolder?: string;
  /** Nodes other than those of the catalogue; for tests. */
  catalogue?: NodeSource;
}

/** Assembles the server on its infrastructure, ready to listen. */
export async function buildApp(infrastructure: Infrastructure, options: AppOptions = {}): Promise<BuiltApp> {
  const { config, internalAuth, vault } = infrastructure;
  const families = createSessionFamilies(infrastructure, vault.deriveKey('refresh'), {
    idleMs: config.sessionIdleDays * dayMs,
    maxMs: config.sessionMaxDays * dayMs,
  });
  const session = createBrowserSession(config, createAccessTokens(vault.deriveKey('session')), families);
  const fastify = createFastify(config, infrastructure.log);
  const lifecycle = addLifecycle(
    fastify,
    (request, status, ms) => {
      const area = request.routeOptions.config.endpoint?.tag ?? 'pages';
      infrastructure.metrics.http.record(ms / 1000, request.method, area, `${Math.floor(status / 100)}xx`);
    },
    isForCalls(config.roles) ? linePaths : [],
  );
  const streams = createStreamRegistry(
    async ({ caller, permits }) => !findLacking(permits, await infrastructure.grants.of(caller)),
    createHeldAccess(infrastructure.db, infrastructure.grants),
  );
  const app: BuiltApp = {
    fastify,
    lifecycle,
    routes: [],
    streams,
    internalAuth,
    ownedWork: [],
    isStopping: () => lifecycle.isDraining,
    beforeCutOff: () => Promise.resolve(),
    originRules: [],
    frameRules: [],
    admitAnonymous: createVisitorAdmission(infrastructure.counters.quick),
    identify: createIdentify(
      config,
      session,
      infrastructure.apiKeys,
      infrastructure.grants,
      infrastructure.assurance,
      internalAuth,
    ),
    isAlive: endRevoked(infrastructure, families, streams),
  };
  await addSecurityHeaders(fastify, config);
  await addCors(app, config.allowedOrigins);
  lifecycle.addRefusal();
  if (!config.roles.includes('web')) refuseVisitors(fastify, config.roles);
  await fastify.register(cookies);
  await addCompression(fastify);
  await addAddressLimit(fastify, infrastructure.counters.quick);
  await addMultipart(fastify, config);
  await addWebSockets(fastify);

  addAuditTrail(fastify, infrastructure.audit);
  await mountWorkspace(app, infrastructure, session, families);
  healthRoutes(app, infrastructure, lifecycle);
  mountMetrics(app, infrastructure);
  versionRoutes(app, createLatestRelease(config, infrastructure.egress));
  systemRoutes(app, infrastructure);
  openapiRoutes(app);
  await composeApp(app, infrastructure, openRuntime(options.catalogue), options.widgetFolder ?? widgetFolder);
  await servePages(app, options.webFolder ?? webFolder, config);
  fastify.addHook('onClose', async () => app.streams.close());
  return app;
}
