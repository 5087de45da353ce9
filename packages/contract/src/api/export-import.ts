import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './id.ts';
import { importFinding } from './import-finding.ts';
import { studioPrefix } from './prefixes.ts';

const tag = 'Export and import';
const path = `${studioPrefix}/export-import`;

/** The largest accepted bundle. */
export const largestBundleBytes = 256 * 1024 * 1024;
/** The most entries of a bundle, all kinds together. */
export const mostBundleEntries = 20_000;
/** The most chunks, documents and parts of files of its knowledge bases, together. */
export const mostKnowledgeParts = 500_000;

const flag = z.boolean().optional();

/** Which kinds to export; absent means no, for `agentflowv2` as `agentflow` says. Unknown flags of other versions are dropped. */
const exportSelection = z.object({
  chatflow: flag,
  agentflow: flag,
  agentflowv2: flag,
  tool: flag,
  variable: flag,
  assistant: flag,
});
export type ExportSelection = z.output<typeof exportSelection>;

const rows = z.array(z.looseObject({ id: z.string() }));

/** The response of an export: whole rows, of which the page keeps what is portable. */
const exportAnswer = z.object({
  FileDefaultName: z.string(),
  Tool: rows,
  ChatFlow: rows,
  AgentFlow: rows,
  /** Absent when there are none. */
  AgentFlowV2: rows.optional(),
  Variable: rows,
  Assistant: rows,
});

/** Response header: about how many bytes follow, for a progress bar. */
export const bundleSizeHeader = 'x-bundle-size';

const exportPermits = [
  'workspace:export',
  'flows:read',
  'tools:read',
  'variables:read',
  'assistants:read',
] as const;

export const exportBundle = endpoint({
  method: 'POST',
  path: `${path}/export`,
  auth: 'sessionOrKey',
  permits: exportPermits,
  proof: 'ifRequired',
  tag,
  summary: 'The chosen kinds as rows, without passwords, files and references to secrets.',
  body: exportSelection,
  response: exportAnswer,
});

/** Marks a file with the flows' settings beside their drawing; others ignore the mark and those fields. */
export const fullBundleFormat = 'tendril/1';

export const exportFullBundle = endpoint({
  method: 'POST',
  path: `${path}/bundle`,
  auth: 'session',
  permits: exportPermits,
  proof: 'ifRequired',
  tag,
  summary:
    'A file that keeps description, tags, folder, configuration and published state of flows too; of some flows, or of everything.',
  body: z.strictObject({ flowIds: z.array(id).min(1).max(1000).optional() }),
  response: exportAnswer.omit({ FileDefaultName: true }).extend({
    format: z.literal(fullBundleFormat),
    /** Knowledge bases, where everything is asked for: with their chunks, documents and files. */
    DocumentStore: rows.optional(),
    DocumentStoreFileChunk: rows.optional(),
    KnowledgeParent: z.array(z.unknown()).optional(),
    KnowledgeDocument: rows.optional(),
    KnowledgeContent: z.array(z.unknown()).optional(),
    /** What the caller may not read, or not whole. */
    LeftOut: z.array(z.object({ kind: z.string(), name: z.string(), reason: z.string() })).optional(),
  }),
});

/** A file may hold any of these kinds: who may not make one of them by hand may not bring it along either. */
export const importPermits = [
  'workspace:import',
  'flows:edit',
  'flows:publish',
  'tools:edit',
  'variables:edit',
  'assistants:edit',
  'templates:edit',
  'knowledge:edit',
] as const;

/** The content of an exported file; validated by the server itself, entry by entry. */
const bundleBody = z.unknown().meta({
  description:
    'A file of an export: lists under Tool, ChatFlow, AgentFlow, Variable, Assistant (also those of Flowise 2.2 and 3, with AgentFlowV2, CustomTemplate, DocumentStore, DocumentStoreFileChunk, ChatMessage and ChatMessageFeedback).',
  type: 'object',
});

export const importBundle = endpoint({
  method: 'POST',
  path: `${path}/import`,
  auth: 'sessionOrKey',
  permits: importPermits,
  proof: 'ifRequired',
  tag,
  summary: 'Adds everything in a bundle, or nothing; what would clash gets a new id and name.',
  body: bundleBody,
  bodyLimit: largestBundleBytes,
  response: z.object({ message: z.string() }),
});

const bundleKind = z.enum([
  'tool',
  'chatflow',
  'agentflow',
  'agentflowV2',
  'variable',
  'assistant',
  'template',
  'knowledgeBase',
  'chats',
]);
export type BundleKind = z.output<typeof bundleKind>;

/** What a person should check after the import. */
const bundleWarning = z.object({
  kind: z.enum([
    'unknownNodes',
    'missingCredentials',
    'missingFiles',
    'looseEdges',
    'bringsCode',
    'emptyValue',
    'unknownCredential',
  ]),
  /** Labels of the nodes it is about, where it is about nodes. */
  names: z.array(z.string()),
});
export type BundleWarning = z.output<typeof bundleWarning>;

const bundleEntry = z.object({
  kind: bundleKind,
  name: z.string(),
  /**
   * `renamed`: this id or name is taken, so it becomes another. `same`: an identical one exists already. `replaced` and
   * `kept`: what exists here gives way, or stays, as the import was asked to.
   */
  outcome: z.enum(['new', 'renamed', 'same', 'replaced', 'kept']),
  /** Its name here. */
  newName: z.string(),
  /** Its id here; the flow's, for chats. */
  id: z.string(),
  /** The file it comes from, where several were sent. */
  file: z.string(),
  /** Something of its id or name exists here already. */
  isPresent: z.boolean(),
  warnings: z.array(bundleWarning),
  /** Node by node; what is about the whole record comes first. */
  findings: z.array(importFinding),
});
export type BundleEntry = z.output<typeof bundleEntry>;

/** What an import would do. */
export const bundleReport = z.object({
  entries: z.array(bundleEntry),
  /** Lists of a file that stay out, and why. */
  skipped: z.array(
    z.object({ key: z.string(), count: z.number().int(), reason: z.string(), file: z.string() }),
  ),
  /** Files that cannot be read; the others can be imported all the same. */
  refused: z.array(z.object({ file: z.string(), message: z.string() })),
});
export type BundleReport = z.output<typeof bundleReport>;

export const inspectBundle = endpoint({
  method: 'POST',
  path: `${path}/inspect`,
  auth: 'sessionOrKey',
  permits: 'workspace:import',
  tag,
  summary: 'What an import of this bundle would do; changes nothing.',
  body: bundleBody,
  bodyLimit: largestBundleBytes,
  response: bundleReport,
});

export const readImportProgress = endpoint({
  method: 'GET',
  path: `${path}/progress`,
  auth: 'session',
  permits: 'workspace:import',
  tag,
  summary: "How far the workspace's running import or inspection is.",
  response: z.object({
    stage: z.enum(['idle', 'receiving', 'reading', 'preparing', 'writing']),
    done: z.number(),
    total: z.number(),
  }),
});
