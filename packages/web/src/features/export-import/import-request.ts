import { type BundleReport, importBundle, inspectBundle } from '@tendril/contract/api/export-import';
import {
  importFiles,
  inspectFiles,
  largeImportBytes,
  type OnClash,
  startImport,
} from '@tendril/contract/api/import-files';
import { followImport } from './follow-import.ts';
import { type ImportProgressState, sendImport } from './send-bundle.ts';

/** A file as it is read, before anything is sent. */
export interface ImportFile {
  name: string;
  text: string;
}

/** Files that somebody wants to import. */
export interface ImportRequest {
  /** The file's name, or how many there are. */
  title: string;
  files: readonly ImportFile[];
  /** One bundle, which is sent as it is. */
  isBundle: boolean;
}

const recordKeys = ['nodes', 'flowData', 'func', 'schema', 'chatflow', 'flow', 'agentflow'];

/** Whether the text of a file is a bundle: everything that is not a single flow or tool. */
export function isBundleText(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    return !recordKeys.some((key) => key in value);
  } catch {
    return false;
  }
}

type OnProgress = (state: ImportProgressState) => void;

/** What an import of these files would do. */
export async function inspectRequest(request: ImportRequest, onProgress: OnProgress): Promise<BundleReport> {
  const [file] = request.files;
  const response =
    request.isBundle && file
      ? await sendImport(inspectBundle, file.text, onProgress)
      : await sendImport(inspectFiles, bodyOf(request, 'both'), onProgress);
  return inspectFiles.response.parse(await response.json());
}

/** What became of the files: `unknown` where the answer does not say it. */
type ImportOutcome = BundleReport | 'unknown' | 'canceled';

/** Imports the files, all of them or none. */
export async function importRequest(
  request: ImportRequest,
  onClash: OnClash,
  onProgress: OnProgress,
): Promise<ImportOutcome> {
  const [file] = request.files;
  const isWhole = request.isBundle && file && onClash === 'both';
  const text = isWhole ? file.text : bodyOf(request, onClash);
  if (text.length > largeImportBytes) return importLarge(text, onProgress);
  if (isWhole) {
    await sendImport(importBundle, text, onProgress);
    return 'unknown';
  }
  const response = await sendImport(importFiles, text, onProgress);
  return importFiles.response.parse(await response.json());
}

/** As a job: it goes on when this page is left, and can be canceled. */
async function importLarge(text: string, onProgress: OnProgress): Promise<ImportOutcome> {
  const response = await sendImport(startImport, text, onProgress);
  const report = await followImport(response, ({ id, progress }) => {
    const { done, total } = progress;
    const stage = total === null ? 'reading' : 'preparing';
    onProgress({ stage, done, total: total ?? 0, jobId: id });
  });
  return report ?? 'canceled';
}

function bodyOf({ files }: ImportRequest, onClash: OnClash): string {
  return JSON.stringify({ files, onClash });
}
