import { enableCompileCache, flushCompileCache } from 'node:module';
import { resolve } from 'node:path';

// Everything we write is readable by this user only, from the first file on.
process.umask(0o077);
// In the environment, because threads have it from there: without compiled code each would load a compiler first.
process.env.NODE_COMPILE_CACHE ||= resolve(
  import.meta.dirname,
  '../../..',
  process.env.TENDRIL_HOME || '.tendril',
  'cache/code',
);
enableCompileCache(process.env.NODE_COMPILE_CACHE);
// Compiled code that has been read is held in memory until it is flushed. All of it at once would be 25 MB, and leave
// holes of that size between what stays; in parts, each takes the place of the one before.
const parts = [
  () => import('zod'),
  () => import('fastify'),
  () => import('kysely'),
  () => import('./platform/infrastructure.ts'),
  () => import('./composition/mount-workspace.ts'),
  () => import('./features/voice/calls/public.ts'),
  () => import('./composition/mount-calls.ts'),
  () => import('./composition/mount-voice.ts'),
  () => import('./composition/mount-knowledge.ts'),
  () => import('./composition/services.ts'),
  () => import('./composition/compose-app.ts'),
  () => import('./composition/app.ts'),
  () => import('./main.ts'),
];
for (const part of parts) {
  await part();
  flushCompileCache();
}
