import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this checkout. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** What the launcher downloads and remembers; it may be deleted at any time. */
export const privateFolder = join(root, '.tendril', 'launcher');
