import type { RunContext } from '@tendril/contract/node/run-context';
import type {
  DocumentSource,
  SourceAsked,
  SourceContent,
  SourceEntry,
} from '@tendril/contract/provider/document-source';
import type { LoadedBlocks } from '@tendril/contract/provider/loaded-blocks';
import type { LoadedPart } from '@tendril/contract/provider/loaded-part';
import { loadBlocks } from '../loading/load-blocks.ts';
import { loadFile } from '../loading/load-file.ts';
import { loaderOutputs } from '../loading/loader-outputs.ts';

type OpenSource<F> = (form: F, context: RunContext, asked?: SourceAsked) => Promise<DocumentSource>;
type OutputForm = Parameters<typeof loaderOutputs>[1];

interface ReadFile {
  entry: SourceEntry;
  content: SourceContent;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function* filesOf(source: DocumentSource): AsyncGenerator<ReadFile> {
  try {
    let cursor: string | undefined;
    do {
      const page = await source.list(cursor);
      for (const entry of page.entries) {
        if (entry.skipped !== undefined) continue;
        const content = await source.read(entry, null);
        if (content) yield { entry, content };
      }
      cursor = page.next;
    } while (cursor !== undefined);
  } finally {
    await source.close?.();
  }
}

const metadataOf = ({ entry, content }: ReadFile) => ({
  source: entry.url ?? entry.key,
  title: content.title ?? entry.title,
});

/** What a loader does that reads everything its source lists, once; knowledge bases keep in step with it. */
export function sourceBehaviour<F>(openSource: OpenSource<F>) {
  async function* load(inputs: F, context: RunContext): AsyncGenerator<LoadedPart> {
    for await (const file of filesOf(await openSource(inputs, context))) {
      const { name, bytes } = file.content;
      yield* loadFile({ name, content: once(bytes), perPage: false, metadata: metadataOf(file) }, context);
    }
  }

  return {
    isLive: true,
    openSource: (inputs: F, context: RunContext, asked?: SourceAsked) => openSource(inputs, context, asked),
    load,
    run: (inputs: F & OutputForm, context: RunContext) => loaderOutputs(load(inputs, context), inputs),

    async *loadBlocks(inputs: F, context: RunContext): AsyncGenerator<LoadedBlocks> {
      for await (const file of filesOf(await openSource(inputs, context))) {
        const { name, bytes } = file.content;
        const asked = { name, content: once(bytes), metadata: metadataOf(file) };
        for await (const part of loadBlocks(asked, context)) yield { ...part, document: file.entry.key };
      }
    },
  };
}
