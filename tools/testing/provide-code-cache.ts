import { join } from 'node:path';
import { startServer } from '../../e2e/local-server.ts';
import { privateFolder } from '../launch/folders.mjs';

/** A slow machine compiles for this long. */
const patienceMs = 120_000;

/**
 * A folder of compiled code for servers that begin on empty data folders, which would each compile all of it again. One
 * that ends in order fills it: one that is killed, as tests do, leaves nothing behind.
 */
export async function provideCodeCache(): Promise<string> {
  const folder = join(privateFolder, 'cache', 'code-of-tests');
  const server = await startServer({ environment: { NODE_COMPILE_CACHE: folder }, patienceMs });
  await server.stop();
  await server.remove();
  return folder;
}
