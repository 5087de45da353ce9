import { AppError } from '@tendril/contract/app-error';

const shape = /^data:([^;,]*)(?:;[\w-]+=[^;,]*)*(;base64)?,/;
const base64Text = /^[A-Za-z0-9+/_-]*={0,2}$/;

/** Bytes of a data URI; undefined when the text is none. Throws INVALID_INPUT for broken base64. */
export function readUploadContent(text: string, path: string): Buffer | undefined {
  const head = shape.exec(text.slice(0, 500));
  if (!head) return undefined;
  const body = text.slice(head[0].length);
  if (!head[2]) return Buffer.from(decodePercent(body));
  const packed = body.replace(/\s+/g, '');
  if (!base64Text.test(packed)) throw refuseUpload(`${path}.data`, 'is not valid base64');
  return Buffer.from(packed, 'base64');
}

/** The error for one upload of a question. */
export function refuseUpload(path: string, message: string): AppError {
  return new AppError('INVALID_INPUT', `${path}: ${message}`, { details: [{ path, message }] });
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
