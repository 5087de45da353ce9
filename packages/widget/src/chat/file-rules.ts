import { plainList, plainRecord, plainText } from './plain-record.ts';

/** How a file is used: a picture by a vision model, a text read with the question, a stored one searched. */
type FileUse = 'picture' | 'text' | 'stored';

/** Files of one use: media types or extensions, and the maximum size in bytes. */
export interface FileRule {
  use: FileUse;
  kinds: readonly string[];
  maxBytes: number;
}

/** Maximum number of files per question. */
export const mostFiles = 10;

const megabyte = 1024 * 1024;
const usualMb = 10;

/** The files that a flow accepts, by its public settings. */
export function readFileRules(config: unknown): FileRule[] {
  const { uploads, fullFileUpload } = plainRecord(config);
  const given = plainRecord(uploads);
  const full = plainRecord(fullFileUpload);
  const rules: FileRule[] = [];
  if (given['isImageUploadAllowed'] === true)
    rules.push({ use: 'picture', ...ruleOf(given['imgUploadSizeAndTypes']) });
  const stored = ruleOf(given['fileUploadSizeAndTypes']);
  if (full['status'] === true) {
    const kinds = plainText(full['allowedUploadFileTypes']).split(',').map(plainText).filter(Boolean);
    rules.push({ use: 'text', kinds, maxBytes: stored.maxBytes });
  } else if (given['isRAGFileUploadAllowed'] === true) rules.push({ use: 'stored', ...stored });
  return rules;
}

function ruleOf(list: unknown): Pick<FileRule, 'kinds' | 'maxBytes'> {
  const rules = plainList(list);
  const kinds = rules.flatMap(({ fileTypes }) => (Array.isArray(fileTypes) ? fileTypes.map(String) : []));
  const sizes = rules.map(({ maxUploadSize }) => Number(maxUploadSize)).filter((size) => size > 0);
  return { kinds, maxBytes: (sizes.length > 0 ? Math.max(...sizes) : usualMb) * megabyte };
}

// Browsers report no type for some of these.
const typesByEnding: Readonly<Record<string, string>> = {
  md: 'text/markdown',
  csv: 'text/csv',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  json: 'application/json',
  txt: 'text/plain',
  xml: 'application/xml',
  html: 'text/html',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
};

const sameTypes: Readonly<Record<string, string>> = {
  'text/yaml': 'application/yaml',
  'application/x-yaml': 'application/yaml',
  'text/xml': 'application/xml',
  'image/jpg': 'image/jpeg',
};

type Named = Pick<File, 'name' | 'type'>;

const endingOf = (name: string) => name.split('.').at(-1)?.toLowerCase() ?? '';
const plainType = (type: string) => sameTypes[type] ?? type;

/** The media type of a file: the browser's, else by its extension. */
export function mediaTypeOf({ name, type }: Named): string {
  return type.split(';')[0]?.trim().toLowerCase() || (typesByEnding[endingOf(name)] ?? '');
}

/** The rule that a file falls under; undefined where the flow accepts none like it. */
export function ruleFor(file: Named, rules: readonly FileRule[]): FileRule | undefined {
  const type = plainType(mediaTypeOf(file));
  const takes = (kind: string) => {
    const wanted = kind.trim().toLowerCase();
    if (wanted === '*') return true;
    if (wanted.startsWith('.')) return wanted === `.${endingOf(file.name)}`;
    return type !== '' && (plainType(wanted) === type || wanted === `${type.split('/')[0]}/*`);
  };
  return rules.find(({ kinds }) => kinds.some(takes));
}

/** The `accept` list of the file dialog. */
export function acceptedKinds(rules: readonly FileRule[]): string {
  const kinds = rules.flatMap((rule) => rule.kinds);
  if (kinds.includes('*')) return '';
  const endings = Object.entries(typesByEnding).filter(([, type]) =>
    kinds.some((kind) => plainType(kind) === type),
  );
  return [...new Set([...kinds, ...endings.map(([ending]) => `.${ending}`)])].join(',');
}
