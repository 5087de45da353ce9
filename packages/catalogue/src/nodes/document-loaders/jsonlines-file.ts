import { implementNode } from '../../interfaces/implement-node.ts';
import { collectLoaded } from '../../loading/collect-loaded.ts';
import { loadJsonFiles, toPointers } from '../../loading/load-json.ts';
import { omitMetadata } from '../../loading/omit-metadata.ts';
import { documentText } from '../../retrieval/load-documents.ts';

/** Files of JSON lines stored with the flow. */
export const jsonlinesFile = implementNode({
  name: 'jsonlinesFile',
  icon: 'braces',
  description: 'The texts under a name in files with a JSON object on each line, one document each.',
  isReusable: true,

  async run({ jsonlinesFile: value, pointerName, textSplitter, metadata, omitMetadataKeys }, context) {
    const parts = loadJsonFiles(value, toPointers(pointerName), context);
    const loaded = await collectLoaded(parts, { textSplitter, metadata });
    const document = omitMetadata(loaded.document, omitMetadataKeys, metadata);
    return { document, text: documentText(document) };
  },

  load: ({ jsonlinesFile: value, pointerName }, context) =>
    loadJsonFiles(value, toPointers(pointerName), context),
});
