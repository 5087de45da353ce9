import { Readable } from 'node:stream';
import type { EndpointDefinition } from '@tendril/contract/api/endpoint';
import {
  bundleSizeHeader,
  exportBundle,
  exportFullBundle,
  importBundle,
  inspectBundle,
  readImportProgress,
} from '@tendril/contract/api/export-import';
import {
  importFiles,
  inspectFiles,
  keepImportReport,
  largeImportBytes,
  readImportReport,
  startImport,
} from '@tendril/contract/api/import-files';
import { AppError } from '@tendril/contract/app-error';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../../platform/http/app.ts';
import type { ScopedCaller } from '../../../platform/http/caller.ts';
import { type Handler, serve, serveRaw } from '../../../platform/http/serve.ts';
import type { BundleFile, BundleFiles } from './bundle-file.ts';
import type { ExportService } from './export.ts';
import type { ImportService } from './import.ts';
import type { ImportJobs } from './import-job.ts';
import type { ImportProgress } from './import-progress.ts';
import type { ImportReports } from './import-reports.ts';

interface ExportImportRouteParts {
  exports: ExportService;
  imports: ImportService;
  importJobs: ImportJobs;
  reports: ImportReports;
  progress: ImportProgress;
  files: BundleFiles;
  /** Whether the caller may read knowledge bases at all. */
  mayRead(caller: ScopedCaller): Promise<boolean>;
}

const limited = { alias: true, perMinute: 60 };

/** Routes of export and import; also under `/api/v1`. */
export async function exportImportRoutes(app: App, parts: ExportImportRouteParts): Promise<void> {
  const { exports, imports, importJobs, reports, progress, mayRead } = parts;
  serveRaw(
    app,
    exportBundle,
    async ({ caller, body, reply }) =>
      reply
        .type('application/json')
        .header('cache-control', 'no-store')
        .header(bundleSizeHeader, String(await exports.measure(caller, body)))
        .send(Readable.from(exports.write(caller, body))),
    limited,
  );
  serveRaw(
    app,
    exportFullBundle,
    async ({ caller, body, reply }) =>
      reply
        .type('application/json')
        .header('cache-control', 'no-store')
        .send(Readable.from(exports.writeFull(caller, { ...body, hasKnowledge: await mayRead(caller) }))),
    { perMinute: 60 },
  );
  serve(app, readImportProgress, ({ caller }) => progress.read(caller));
  serve(app, keepImportReport, ({ caller, params, body }) => reports.keep(caller, params.id, body));
  serve(app, readImportReport, ({ caller, params }) => reports.review(caller, params.id));

  // In a context of their own: here a body is streamed to a file, everywhere else it is read into memory.
  await app.fastify.register(async (fastify) => {
    fastify.removeAllContentTypeParsers();
    fastify.addContentTypeParser(
      'application/json',
      (request: FastifyRequest, body: AsyncIterable<Uint8Array>) => takeBody(parts, request, body),
    );
    const inner: App = { ...app, fastify };
    const inspect = (caller: ScopedCaller, file: BundleFile) => imports.inspect(caller, file);
    const importAll = (caller: ScopedCaller, file: BundleFile) =>
      file.bytes > largeImportBytes ? importJobs.importNow(caller, file) : imports.import(caller, file);
    serve(inner, startImport, usingFile(parts, importJobs.start), { alias: true });
    serve(inner, inspectBundle, usingFile(parts, inspect));
    serve(inner, inspectFiles, usingFile(parts, inspect), { alias: true });
    serve(inner, importFiles, usingFile(parts, importAll), { alias: true });
    const take = async (caller: ScopedCaller, file: BundleFile) => {
      await importAll(caller, file);
      return { message: 'success' };
    };
    serve(inner, importBundle, usingFile(parts, take), { alias: true });
  });
}

function takeBody(
  { files, progress }: ExportImportRouteParts,
  request: FastifyRequest,
  body: AsyncIterable<Uint8Array>,
) {
  const caller = request.caller as ScopedCaller;
  const announced = Number(request.headers['content-length'] ?? 0);
  return files.take(caller, body, announced, (done, total) => progress.set(caller, 'receiving', done, total));
}

/** Passes the file to `use`, and removes it whatever the outcome. */
function usingFile<E extends EndpointDefinition & { auth: 'sessionOrKey' }, A>(
  { progress }: ExportImportRouteParts,
  use: (caller: ScopedCaller, file: BundleFile) => Promise<A>,
): Handler<E> {
  const handler = async ({ caller, body }: { caller: ScopedCaller; body: unknown }) => {
    const file = body as BundleFile | undefined;
    if (!file) throw new AppError('INVALID_INPUT', 'The body is empty: send a bundle.');
    try {
      return await use(caller, file);
    } finally {
      progress.clear(caller);
      await file.remove();
    }
  };
  return handler as unknown as Handler<E>;
}
