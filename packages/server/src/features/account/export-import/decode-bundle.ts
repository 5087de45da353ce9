import { AppError } from '@tendril/contract/app-error';

/** The text of a file. Throws INVALID_INPUT when it is not UTF-8. */
export function decodeBundle(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError('INVALID_INPUT', 'The file is not UTF-8 text.', { cause });
  }
}
