import { AppError } from '@tendril/contract/app-error';
import type { NodeServices } from '@tendril/contract/node/run-context';
import { readJson } from '../text/read-json.ts';

export interface FlowFile {
  name: string;
  bytes: Uint8Array;
}

const storagePrefix = 'FILE-STORAGE::';

/** One value, or several as a JSON list. */
function toList(text: string): string[] {
  const list = text.startsWith('[') ? readJson(text) : undefined;
  return Array.isArray(list) ? list.map(String) : [text];
}

/** A data URI as file parameters hold it: `data:<type>;base64,<bytes>,filename:<name>`. */
function readDataUri(uri: string): FlowFile {
  const parts = /^data:[^,]*?(;base64)?,([^,]*)(?:,filename:(.*))?$/s.exec(uri);
  if (!parts) throw new AppError('INVALID_INPUT', 'The file is neither stored nor a data URI.');
  const [, isBase64, data = '', name = 'file'] = parts;
  const bytes = isBase64 ? Buffer.from(data, 'base64') : Buffer.from(decodeURIComponent(data), 'utf8');
  return { name, bytes };
}

/** The names in `FILE-STORAGE::["name"]`; nothing for a value that holds the file itself. */
export function storedNames(value: string): string[] | undefined {
  return value.startsWith(storagePrefix) ? toList(value.slice(storagePrefix.length)) : undefined;
}

/** The files a `file` parameter names. Throws INVALID_INPUT for a value of neither form, NOT_FOUND for a lost file. */
export async function readFlowFiles(
  value: string,
  services: Pick<NodeServices, 'readFile'>,
): Promise<FlowFile[]> {
  const names = storedNames(value);
  if (!names) return toList(value).map(readDataUri);
  return Promise.all(names.map(async (name) => ({ name, bytes: await services.readFile(name) })));
}
