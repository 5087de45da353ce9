import { anchor, output } from '@tendril/contract/node/anchor';
import { param } from '@tendril/contract/node/param';

/** What every document loader can be wired to. */
export const splitterAnchor = anchor('TextSplitter', { label: 'Text Splitter', optional: true });

/** What every document loader can add to its documents. */
export const metadataParam = param.json({
  label: 'Additional Metadata',
  description: 'Added to every document; "source" is shown beside answers.',
  optional: true,
  additionalParams: true,
});

/** The two forms in which a document loader gives what it has loaded. */
export const documentOutputs = {
  document: output(['Document', 'json'], {
    label: 'Document',
    description: 'Documents with their text and metadata',
  }),
  text: output(['string', 'json'], { label: 'Text', description: 'The text of all documents as one' }),
};
