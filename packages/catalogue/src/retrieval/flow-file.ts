import type { NodeServices } from '@tendril/contract/node/run-context';
import { readFlowFiles, storedNames } from './read-flow-files.ts';

/** A file of a `file` parameter, read as a stream. */
interface OpenedFile {
  name: string;
  size: number;
  content: AsyncIterable<Uint8Array>;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The files of a `file` parameter, one after the other, each opened when its turn comes. */
export async function* openFlowFiles(value: string, services: NodeServices): AsyncGenerator<OpenedFile> {
  const names = storedNames(value);
  if (!names) {
    for (const { name, bytes } of await readFlowFiles(value, services))
      yield { name, size: bytes.length, content: once(bytes) };
    return;
  }
  for (const name of names) {
    if (services.openFile) yield { name, ...(await services.openFile(name)) };
    else {
      const bytes = await services.readFile(name);
      yield { name, size: bytes.length, content: once(bytes) };
    }
  }
}
