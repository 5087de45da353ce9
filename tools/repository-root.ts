import { dirname } from 'node:path';

/** The folder of this checkout. */
export const repositoryRoot = dirname(import.meta.dirname);
