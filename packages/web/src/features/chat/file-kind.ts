import { formatBytes } from '../../kit/lib/format-bytes.ts';
import type { ChatAbilities, FileRule } from './chat-abilities.ts';

/** Most files that go with one question. */
export const mostFiles = 10;

// Browsers name no type for these.
const typesByEnding: Readonly<Record<string, string>> = {
  md: 'text/markdown',
  csv: 'text/csv',
  yaml: 'text/yaml',
  yml: 'text/yaml',
  json: 'application/json',
  jsonl: 'application/jsonl',
  txt: 'text/plain',
  log: 'text/plain',
  xml: 'text/xml',
  html: 'text/html',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
};

/** The media type of a file: the browser's word for it, else by its ending. */
export function mediaTypeOf({ name, type }: Pick<File, 'name' | 'type'>): string {
  const ending = name.split('.').at(-1)?.toLowerCase() ?? '';
  return type.split(';')[0]?.trim() || (typesByEnding[ending] ?? '');
}

export type FileKind = 'picture' | 'text';

/** How a file may go along, or why it may not. */
export type Fit =
  | { kind: FileKind }
  | { problem: 'fileWrongKind' }
  | { problem: 'fileTooLarge'; maxBytes: number };

/** Checks a file against what the flow takes, before anything is sent. */
export function fitOf(file: Pick<File, 'name' | 'type' | 'size'>, abilities: ChatAbilities): Fit {
  const type = mediaTypeOf(file);
  const { pictures, files } = abilities;
  if (pictures && takes(pictures, type)) return sized(file, pictures, 'picture');
  if (files && takes(files, type)) return sized(file, files, 'text');
  return { problem: 'fileWrongKind' };
}

function sized({ size }: Pick<File, 'size'>, { maxBytes }: FileRule, kind: FileKind): Fit {
  return size > maxBytes ? { problem: 'fileTooLarge', maxBytes } : { kind };
}

const aliases: Readonly<Record<string, string>> = {
  'application/x-yaml': 'text/yaml',
  'application/yaml': 'text/yaml',
  'application/xml': 'text/xml',
  'application/javascript': 'text/javascript',
  'image/jpg': 'image/jpeg',
};
const plain = (type: string) => aliases[type.toLowerCase()] ?? type.toLowerCase();

function takes({ types }: FileRule, type: string): boolean {
  const [family] = type.split('/');
  return type !== '' && types.some((one) => [plain(type), `${family}/*`, '*'].includes(plain(one)));
}

/** What a file dialog offers. */
export function acceptedTypes({ pictures, files }: ChatAbilities): string {
  const types = [...(pictures?.types ?? []), ...(files?.types ?? [])];
  const endings = Object.entries(typesByEnding).filter(([, type]) =>
    types.some((one) => plain(one) === plain(type)),
  );
  return [...new Set([...types, ...endings.map(([ending]) => `.${ending}`)])].join(',');
}

/** The largest file that goes along, in words. */
export function largestFile({ pictures, files }: ChatAbilities): string {
  return formatBytes(Math.max(pictures?.maxBytes ?? 0, files?.maxBytes ?? 0));
}
