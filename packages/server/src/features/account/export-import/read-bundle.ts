import { fullBundleFormat, mostBundleEntries } from '@tendril/contract/api/export-import';
import { mostImportFiles } from '@tendril/contract/api/import-files';
import { AppError } from '@tendril/contract/app-error';
import { parseGuardedJson } from '@tendril/contract/json/json-guard';
import { type Bundle, emptyBundle } from './bundle.ts';
import { BundleReader } from './bundle-reader.ts';
import { fileSet, leftOutRows } from './bundle-rows.ts';
import { detectFile } from './detect-file.ts';

/** Why some lists of a bundle stay out. */
const reasons: Readonly<Record<string, string>> = {
  AssistantFlow: 'The flow behind an assistant is recreated from the assistant.',
  Execution: 'Records of past runs stay where they ran; their steps mean nothing here.',
};
const unknownReason = 'Nothing here can hold it.';

/**
 * Parses what an import was sent: one file, or several with their names. Of this product, or of Flowise 2.2 to 3.1.
 * Throws INVALID_INPUT with the first problems by their place in the file; a file with a problem is refused whole, and
 * among several it leaves the others alone.
 */
export function readBundle(source: string): Bundle {
  const value = parseFile(source);
  const bundle = emptyBundle();
  if (!isFileSet(value)) {
    takeFile(bundle, value, '');
    return bundle;
  }
  if (Array.isArray(value.files) && value.files.length > mostImportFiles)
    throw new AppError('INVALID_INPUT', `files: at most ${mostImportFiles} files can be imported at once`);
  const { files, onClash } = readSet(value);
  bundle.onClash = onClash;
  for (const { name, text } of files) takeOne(bundle, name, text);
  const [first] = bundle.refused;
  if (first && bundle.refused.length === files.length)
    throw new AppError('INVALID_INPUT', `${first.file}: ${first.message}`);
  return bundle;
}

function isFileSet(value: unknown): value is { files: unknown } {
  return typeof value === 'object' && value !== null && 'files' in value && !('nodes' in value);
}

function readSet(value: unknown) {
  const parsed = fileSet.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.path.join('.') ?? 'files';
  const message = issue?.message ?? 'is not valid';
  throw new AppError('INVALID_INPUT', `${path}: ${message}`, { details: [{ path, message }] });
}

function takeOne(bundle: Bundle, name: string, text: string): void {
  const own = emptyBundle();
  try {
    takeFile(own, parseFile(text), name);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    bundle.refused.push({ file: name, message: error.message });
    return;
  }
  for (const [key, list] of Object.entries(own))
    if (Array.isArray(list)) for (const entry of list) (bundle[key as 'tools'] as unknown[]).push(entry);
  if (countOf(bundle) > mostBundleEntries) throw tooMany(name);
}

function takeFile(bundle: Bundle, value: unknown, file: string): void {
  const { lists, isSingle } = detectFile(value, file);
  const reader = new BundleReader(bundle, file, { isFull: lists['format'] === fullBundleFormat, isSingle });
  for (const [key, list] of Object.entries(lists)) {
    if (list === null || list === undefined || reader.take(key, list)) continue;
    if (key === 'LeftOut') {
      takeLeftOut(bundle, list, file);
      continue;
    }
    if (Array.isArray(list) && list.length > 0)
      bundle.skipped.push({
        key: key.slice(0, 100),
        count: list.length,
        reason: Object.hasOwn(reasons, key) ? (reasons[key] ?? unknownReason) : unknownReason,
        file,
      });
  }
  reader.finish();
}

/** What an export could not take along; the import reports it. */
function takeLeftOut(bundle: Bundle, list: unknown, file: string): void {
  for (const { kind, name, reason } of leftOutRows.safeParse(list).data ?? [])
    bundle.skipped.push({ key: kind, count: 1, reason: `${name}: ${reason}`, file });
}

function countOf(bundle: Bundle): number {
  const { tools, flows, variables, assistants, templates, stores, messages } = bundle;
  return [tools, flows, variables, assistants, templates, stores, messages].reduce(
    (sum, list) => sum + list.length,
    0,
  );
}

function tooMany(place: string): AppError {
  const most = mostBundleEntries.toLocaleString('en');
  return new AppError('INVALID_INPUT', `${place}: one import may hold at most ${most} entries`);
}

function parseFile(source: string): unknown {
  try {
    // Some editors save a byte order mark.
    return parseGuardedJson(source.replace(/^\uFEFF/, ''));
  } catch (error) {
    if (!(error instanceof AppError) || !error.message.endsWith('must be valid JSON')) throw error;
    throw new AppError('INVALID_INPUT', 'The file is not valid JSON or is incomplete.');
  }
}
