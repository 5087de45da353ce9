import {
  decideHeldFiles,
  endSourceSync,
  listSkippedFiles,
  notifySourceSync,
  readSourceSync,
  renewSyncSecret,
  runSourceSync,
  saveSourceSync,
} from '@tendril/contract/api/source-sync';
import { AppError } from '@tendril/contract/app-error';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { App } from '../../../platform/http/app.ts';
import { readRawBody } from '../../../platform/http/raw-body.ts';
import { serve } from '../../../platform/http/serve.ts';
import { isGenuine } from '../../flows/triggers/public.ts';
import { syncQueue } from './source-syncs.store.ts';
import type { SourceSyncs } from './source-syncs.ts';

interface SyncRouteParts {
  db: Database;
  syncs: SourceSyncs;
  /** The kept secret of a source's webhook. */
  openSecret(scope: Scope, loaderId: string): Promise<string>;
  now(): number;
}

/** Headers in which senders put a signature of the body, and those in which they put the secret itself. */
const signatureHeaders = ['x-tendril-signature', 'x-hub-signature-256', 'x-signature'];
const tokenHeaders = ['x-gitlab-token', 'x-goog-channel-token', 'authorization'];

/** Routes of sources that are kept in step; the webhook in a context of its own, because it needs the bytes of a body. */
export async function sourceSyncRoutes(app: App, parts: SyncRouteParts): Promise<void> {
  const { syncs } = parts;
  serve(app, readSourceSync, ({ caller, params }) => syncs.read(caller, params.id));
  serve(app, saveSourceSync, ({ caller, params, body }) => syncs.save(caller, params.id, body));
  serve(app, endSourceSync, ({ caller, params }) => syncs.end(caller, params.id));
  serve(app, runSourceSync, ({ caller, params }) => syncs.run(caller, params.id));
  serve(app, decideHeldFiles, ({ caller, params, body }) => syncs.decide(caller, params.id, body.decision));
  serve(app, listSkippedFiles, ({ caller, params, query }) =>
    syncs.listSkipped(caller, params.id, query.after),
  );
  serve(app, renewSyncSecret, ({ caller, params }) => syncs.renewSecret(caller, params.id));
  await app.fastify.register(async (fastify) => {
    fastify.removeAllContentTypeParsers();
    fastify.addContentTypeParser('*', readRawBody);
    serve(
      { ...app, fastify },
      notifySourceSync,
      async ({ params, request }) => {
        const row = await syncQueue(parts.db).find(params.id);
        // An address without a source and a wrong signature look the same.
        if (!row || !(await isSigned(parts, row, request)))
          throw new AppError('UNAUTHORIZED', 'The signature is missing, wrong or too old.');
        await syncs.notify(row);
        return { status: 'ACCEPTED' as const };
      },
      { perMinute: 120 },
    );
  });
}

async function isSigned(
  { openSecret, now }: SyncRouteParts,
  row: Scope & { loaderId: string },
  request: FastifyRequest,
): Promise<boolean> {
  const secret = await openSecret(row, row.loaderId);
  const signed = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const isGood = (header: string, signatureType: 'hmac-sha256' | 'plain-token') => {
    const signature = request.headers[header];
    return (
      typeof signature === 'string' && isGenuine({ signatureType }, secret, { signed, signature }, now())
    );
  };
  return (
    signatureHeaders.some((header) => isGood(header, 'hmac-sha256')) ||
    tokenHeaders.some((header) => isGood(header, 'plain-token'))
  );
}
