import { enableCompileCache, flushCompileCache } from 'node:module';
import { resolve } from 'node:path';

// Everything we write is readable by this user only, from the first file on.
process.umask(0o077);
enableCompileCache(
  resolve(import.meta.dirname, '../../..', process.env.TENDRIL_HOME || '.tendril', 'cache/code'),
);
await import('./main.ts');
// All that has been loaded is stored now, not at the exit: until then it would be held in memory, some 10 MB.
flushCompileCache();
