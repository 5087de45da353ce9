import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { type BundleReport, largestBundleBytes } from '@tendril/contract/api/export-import';
import { importFiles, inspectFiles, mostImportFiles, onClash } from '@tendril/contract/api/import-files';
import { worstState } from '@tendril/contract/api/import-finding';
import { publicPrefix, studioPrefix } from '@tendril/contract/api/prefixes';
import { CommandError } from '../platform/backup/command-error.ts';
import type { Config } from '../platform/config.ts';
import { createEgress } from '../platform/egress/egress.ts';
import type { Command } from './command.ts';

const usage = 'import FILE… --key KEY|--key-file FILE [--to URL] [--existing both|replace|skip] [--dry-run]';
const longestMs = 5 * 60 * 1000;
const ports: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

interface Request {
  files: string[];
  key: string;
  server: string;
  existing: 'both' | 'replace' | 'skip';
  isDryRun: boolean;
}

/** `tendril import FILE…`: through the API of the running server, as anybody else would. */
export const importCommand: Command = {
  usage,
  sentence:
    'Imports flows, tools and bundles, also those of Flowise, into the workspace of an API key of the running server; tells of each node how well it fits.',

  async run(args, config) {
    const request = await readArguments(args, config);
    const report = await send(request, await readFiles(request.files));
    process.stdout.write(describeReport(report, request.isDryRun));
    // Scripts see that not everything came over.
    if (report.refused.length > 0) process.exitCode = 1;
  },
};

async function readArguments(args: readonly string[], config: Config): Promise<Request> {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    throw new CommandError(
      `${error instanceof Error ? error.message : String(error)}\nUsage: tendril ${usage}`,
    );
  }
  const { values, positionals } = parsed;
  const existing = onClash.safeParse(values.existing);
  if (positionals.length === 0 || !existing.success) throw new CommandError(`Usage: tendril ${usage}`);
  if (positionals.length > mostImportFiles)
    throw new CommandError(`At most ${mostImportFiles} files can be imported at once.`);
  const file = values['key-file'];
  const key = values.key ?? (file === undefined ? '' : (await readText(file)).trim());
  if (key === '')
    throw new CommandError(
      'Name an API key of the workspace: --key KEY, or --key-file FILE. Keys are made under API Keys.',
    );
  const server = (values.to ?? `http://127.0.0.1:${config.port}`).replace(/(?<!\/)\/+$/, '');
  return { files: positionals, key, server, existing: existing.data, isDryRun: values['dry-run'] };
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      key: { type: 'string' },
      'key-file': { type: 'string' },
      to: { type: 'string' },
      existing: { type: 'string', default: 'both' },
      'dry-run': { type: 'boolean', default: false },
    },
  });
}

async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    throw new CommandError(`Cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`);
  });
}

async function readFiles(paths: readonly string[]): Promise<{ name: string; text: string }[]> {
  const files: { name: string; text: string }[] = [];
  let size = 0;
  for (const path of paths) {
    const text = await readText(path);
    size += text.length;
    if (size > largestBundleBytes) throw new CommandError('The files are too large for one import.');
    files.push({ name: basename(path), text });
  }
  return files;
}

async function send(
  { key, server, existing, isDryRun }: Request,
  files: readonly { name: string; text: string }[],
): Promise<BundleReport> {
  const { path } = isDryRun ? inspectFiles : importFiles;
  const url = URL.parse(server + path.replace(studioPrefix, publicPrefix));
  if (!url) throw new CommandError(`"${server}" is not an address.`);
  // Servers stand in private networks; nothing but this one is asked.
  const egress = createEgress({ egressAllow: [`${url.hostname}:${url.port || ports[url.protocol]}`] });
  try {
    const response = await egress.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ files, onClash: existing }),
      signal: AbortSignal.timeout(longestMs),
      redirect: 'error',
    });
    return await readAnswer(response);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const reason =
      error instanceof Error ? ((error.cause as Error | undefined)?.message ?? error.message) : '';
    throw new CommandError(`No server answers at ${server}: ${reason}`);
  } finally {
    await egress.close();
  }
}

async function readAnswer(response: Response): Promise<BundleReport> {
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) {
    const { message } = (body ?? {}) as { message?: unknown };
    throw new CommandError(typeof message === 'string' ? message : `The server answered ${response.status}.`);
  }
  return importFiles.response.parse(body);
}

const outcomes: Readonly<Record<BundleReport['entries'][number]['outcome'], string>> = {
  new: 'new',
  renamed: 'new, under another name',
  same: 'already here',
  replaced: 'replaces what is here',
  kept: 'left out, already here',
};
const states = {
  exact: 'exact',
  adapted: 'adapted',
  needsYou: 'needs you',
  cannotRun: 'cannot run here',
} as const;

/** The report as lines: each record, and under it the nodes that are not exactly as they were. */
function describeReport({ entries, skipped, refused }: BundleReport, isDryRun: boolean): string {
  const lines: string[] = [];
  for (const { kind, newName, outcome, file, findings } of entries) {
    const state = states[worstState(findings.map((finding) => finding.state))];
    lines.push(`${kind} "${newName}"${file ? ` from ${file}` : ''}: ${outcomes[outcome]}; ${state}`);
    for (const { label, notes } of findings)
      for (const note of notes) lines.push(`    ${label}: ${states[note.state]}. ${note.message}`);
  }
  for (const { key, count, reason, file } of skipped)
    lines.push(`left out: ${count} of ${key}${file ? ` in ${file}` : ''}. ${reason}`);
  for (const { file, message } of refused) lines.push(`refused: ${file}: ${message}`);
  lines.push(
    isDryRun
      ? 'Nothing was changed.'
      : `Imported ${entries.length} ${entries.length === 1 ? 'record' : 'records'}.`,
  );
  return `${lines.join('\n')}\n`;
}
