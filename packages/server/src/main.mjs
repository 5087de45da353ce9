import { enableCompileCache } from 'node:module';
import { resolve } from 'node:path';

// Everything we write is readable by this user only, from the first file on.
process.umask(0o077);
enableCompileCache(
  resolve(import.meta.dirname, '../../..', process.env.TENDRIL_HOME || '.tendril', 'cache/code'),
);
await import('./main.ts');
