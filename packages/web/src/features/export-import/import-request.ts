import { type BundleReport, importBundle, inspectBundle } from '@tendril/contract/api/export-import';
import { importFiles, inspectFiles, type OnClash } from '@tendril/contract/api/import-files';
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

/** Imports the files, all of them or none; undefined if the answer does not say what happened to them. */
export async function importRequest(
  request: ImportRequest,
  onClash: OnClash,
  onProgress: OnProgress,
): Promise<BundleReport | undefined> {
  const [file] = request.files;
  if (request.isBundle && file && onClash === 'both') {
    await sendImport(importBundle, file.text, onProgress);
    return undefined;
  }
  const response = await sendImport(importFiles, bodyOf(request, onClash), onProgress);
  return importFiles.response.parse(await response.json());
}

function bodyOf({ files }: ImportRequest, onClash: OnClash): string {
  return JSON.stringify({ files, onClash });
}
