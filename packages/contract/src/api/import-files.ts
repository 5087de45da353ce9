import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { bundleReport, importPermits, largestBundleBytes } from './export-import.ts';
import { idParams, timestamp } from './id.ts';
import { importFinding } from './import-finding.ts';
import { job } from './jobs.ts';
import { studioPrefix } from './prefixes.ts';

const tag = 'Export and import';

/** The most files of one import. */
export const mostImportFiles = 500;

/** What becomes of what exists here already: both stay, the file replaces it, or the file is left out. */
export const onClash = z.enum(['both', 'replace', 'skip']);
export type OnClash = z.output<typeof onClash>;

/** Files to import; validated by the server file by file, since they may be large and of any origin. */
const filesBody = z.unknown().meta({
  description:
    'An object with `files`, a list of `{name, text}` (flows, templates, tools, Agentflow V2 flows and bundles of Flowise 2.2 to 3.1), and `onClash`: `both`, `replace` or `skip`. One such file by itself is taken too.',
  type: 'object',
});

export const inspectFiles = endpoint({
  method: 'POST',
  path: `${studioPrefix}/import/inspect`,
  auth: 'sessionOrKey',
  permits: 'workspace:import',
  tag,
  summary: 'What an import of these files would do, node by node; changes nothing.',
  body: filesBody,
  bodyLimit: largestBundleBytes,
  response: bundleReport,
});

export const importFiles = endpoint({
  method: 'POST',
  path: `${studioPrefix}/import`,
  auth: 'sessionOrKey',
  permits: importPermits,
  proof: 'ifRequired',
  tag,
  summary: 'Imports files, all of them or none; the answer says what became of each node.',
  body: filesBody,
  bodyLimit: largestBundleBytes,
  response: bundleReport,
});

/** Larger ones are jobs, whether their callers wait for them or not. */
export const largeImportBytes = 5 * 1024 * 1024;

export const startImport = endpoint({
  method: 'POST',
  path: `${studioPrefix}/import/jobs`,
  auth: 'sessionOrKey',
  permits: importPermits,
  proof: 'ifRequired',
  tag,
  summary:
    'Imports files by a job, which goes on when its caller has left or the server stops, and can be canceled until it is done; its result says what became of each node.',
  body: filesBody,
  bodyLimit: largestBundleBytes,
  response: job,
  status: 202,
});

/** What the import of a flow found, and whether it still holds. */
const importReport = z.object({
  file: z.string(),
  at: timestamp,
  findings: z.array(importFinding.extend({ isOpen: z.boolean() })),
});
export type ImportReport = z.output<typeof importReport>;

export const readImportReport = endpoint({
  method: 'GET',
  path: `${studioPrefix}/flows/:id/import-report`,
  auth: 'session',
  permits: 'flows:read',
  tag,
  summary: 'What the import of this flow found, and what of it is still open.',
  params: idParams,
  response: importReport,
});

export const keepImportReport = endpoint({
  method: 'PUT',
  path: `${studioPrefix}/flows/:id/import-report`,
  auth: 'session',
  permits: 'flows:edit',
  tag,
  summary: 'Keeps what an inspection found with the flow whose drawing was loaded from that file.',
  params: idParams,
  body: z.strictObject({ file: z.string().max(300), findings: z.array(importFinding).max(2001) }),
  bodyLimit: 4 * 1024 * 1024,
});
