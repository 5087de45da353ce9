import { AppError } from '@tendril/contract/app-error';

type ResponseType = 'json' | 'text' | 'arraybuffer' | 'base64' | undefined;

const mostBytes = 8 * 1024 * 1024;
/** As a list of numbers, bytes take many times their size. */
const mostListed = 1024 * 1024;

/** The bytes of a response. Throws TOO_LARGE. */
export async function readBytes(response: Response): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    const bytes = piece as Uint8Array;
    size += bytes.byteLength;
    if (size > mostBytes) throw new AppError('TOO_LARGE', 'The response is larger than 8 MB.');
    pieces.push(bytes);
  }
  return Buffer.concat(pieces);
}

/** A response's body as the form asks for it; without a choice JSON where it is JSON. Throws TOO_LARGE. */
export function readBody(bytes: Buffer, type: ResponseType): unknown {
  if (type === 'base64') return bytes.toString('base64');
  if (type === 'arraybuffer') {
    if (bytes.byteLength <= mostListed) return bytes.toJSON();
    throw new AppError('TOO_LARGE', 'The response is larger than 1 MB: choose "Raw (Base64)" for it.');
  }
  const text = bytes.toString('utf8');
  if (type === 'text') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
