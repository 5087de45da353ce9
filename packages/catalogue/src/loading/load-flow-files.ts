import type { RunContext } from '@tendril/contract/node/run-context';
import type { LoadedPart } from '@tendril/contract/provider/loaded-part';
import { openFlowFiles } from '../retrieval/flow-file.ts';
import { loadFile } from './load-file.ts';

/** The files of a `file` parameter, each read by its ending. */
export async function* loadFlowFiles(
  value: string,
  { perPage, pointers }: { perPage: boolean; pointers?: readonly string[] },
  { services, signal }: Pick<RunContext, 'services' | 'signal'>,
): AsyncGenerator<LoadedPart> {
  for await (const { name, content } of openFlowFiles(value, services))
    yield* loadFile({ name, content, perPage, ...(pointers && { pointers }) }, { signal });
}
