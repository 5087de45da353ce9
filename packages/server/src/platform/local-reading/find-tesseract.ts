import { access, constants } from 'node:fs/promises';

/** Where Debian and others put it; a program elsewhere is not started. */
const places = ['/usr/bin/tesseract', '/usr/local/bin/tesseract', '/opt/homebrew/bin/tesseract'];

let found: Promise<string | undefined> | undefined;

/** The program that reads text off pictures, if this machine has it; looked for once. */
export function findTesseract(): Promise<string | undefined> {
  found ??= look();
  return found;
}

async function look(): Promise<string | undefined> {
  for (const place of places) {
    const isThere = await access(place, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return place;
  }
  return undefined;
}
