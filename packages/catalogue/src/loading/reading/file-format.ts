import { codeEndings } from './code-blocks.ts';

export type FileFormat =
  | 'pdf'
  | 'docx'
  | 'xlsx'
  | 'pptx'
  | 'odf'
  | 'epub'
  | 'html'
  | 'markdown'
  | 'text'
  | 'code'
  | 'csv'
  | 'tsv'
  | 'json'
  | 'jsonl'
  | 'email'
  | 'mailbox'
  | 'picture'
  | 'sound';

const formats: Readonly<Record<string, FileFormat>> = {
  pdf: 'pdf',
  docx: 'docx',
  docm: 'docx',
  xlsx: 'xlsx',
  xlsm: 'xlsx',
  pptx: 'pptx',
  pptm: 'pptx',
  ppsx: 'pptx',
  odt: 'odf',
  ods: 'odf',
  odp: 'odf',
  epub: 'epub',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  md: 'markdown',
  markdown: 'markdown',
  mdx: 'markdown',
  csv: 'csv',
  tsv: 'tsv',
  tab: 'tsv',
  json: 'json',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  eml: 'email',
  mbox: 'mailbox',
};
const pictures = /^(png|jpe?g|webp|gif|tiff?|bmp)$/;
const sounds = /^(mp3|wav|m4a|ogg|oga|opus|flac|webm|mp4|mpga|mpeg)$/;
const unreadable =
  /^(doc|xls|xlsb|ppt|zip|gz|7z|rar|tar|exe|dll|bin|msg|pst|key|pages|numbers|heic|psd|avi|mov)$/;

/** The ending of a file's name, in small letters; empty where it has none. */
export function endingOf(name: string): string {
  const at = name.lastIndexOf('.');
  return at < 0 ? '' : name.slice(at + 1).toLowerCase();
}

/** How a file is read, by the ending of its name; any other as text. Undefined for those that cannot be read. */
export function fileFormat(name: string): FileFormat | undefined {
  const ending = endingOf(name);
  if (unreadable.test(ending)) return undefined;
  if (pictures.test(ending)) return 'picture';
  if (sounds.test(ending)) return 'sound';
  return formats[ending] ?? (codeEndings.has(ending) ? 'code' : 'text');
}
