import type { PredictionBody } from '@tendril/contract/api/predictions';
import { AppError } from '@tendril/contract/app-error';

type Upload = NonNullable<PredictionBody['uploads']>[number];

const textTypes =
  /^(text\/|application\/(json|xml|yaml|x-yaml|csv|javascript|typescript|sql)\b|[\w.]+\/[\w.]+\+(json|xml)\b)/;
const maxTextLength = 1_000_000;

/** Text of the files that came with a question, as the flow sees it; and what is kept of them. */
export interface UploadedText {
  attachment: string;
  stored: string | null;
}

/**
 * Reads uploads of the kind `file:full`: text files whose whole text goes to the flow as `{{file_attachment}}`.
 * Throws INVALID_INPUT for every other kind.
 */
export function readUploads(uploads: readonly Upload[] | undefined): UploadedText {
  if (!uploads || uploads.length === 0) return { attachment: '', stored: null };
  const texts = uploads.map((upload, index) => readText(upload, `uploads.${index}`));
  const stored = uploads.map(({ name, mime, type }) => ({ type, name, mime }));
  return { attachment: texts.join('\n'), stored: JSON.stringify(stored) };
}

function readText(upload: Upload, path: string): string {
  if (upload.type !== 'file:full')
    throw refused(`${path}.type`, `"${upload.type}" is not taken here; send text files as "file:full"`);
  const match = /^data:([^;,]*)(?:;[\w-]+=[^;,]*)*(;base64)?,/.exec(upload.data ?? '');
  if (!match) throw refused(`${path}.data`, 'must be a data URI');
  const mediaType = upload.mime || match[1] || 'text/plain';
  if (!textTypes.test(mediaType)) throw refused(`${path}.mime`, `"${mediaType}" is not a kind of text`);
  const body = (upload.data ?? '').slice(match[0].length);
  const text = match[2] ? Buffer.from(body, 'base64').toString('utf8') : safeDecode(body);
  if (text.length > maxTextLength) throw refused(`${path}.data`, 'is longer than 1,000,000 characters');
  return `<doc name='${upload.name.replaceAll("'", '')}'>${text}</doc>`;
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function refused(path: string, message: string): AppError {
  return new AppError('INVALID_INPUT', `${path}: ${message}`, { details: [{ path, message }] });
}
