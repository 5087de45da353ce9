import { enableCompileCache } from 'node:module';
import { resolve } from 'node:path';

enableCompileCache(
  resolve(import.meta.dirname, '../../..', process.env.TENDRIL_HOME || '.tendril', 'cache/code'),
);
await import('./main.ts');
