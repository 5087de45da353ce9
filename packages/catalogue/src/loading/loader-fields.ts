import { anchor, output } from '@tendril/contract/node/anchor';
import { param } from '@tendril/contract/node/param';

/** The inputs of every document loader. */
export const splitterAnchor = anchor('TextSplitter', { label: 'Text Splitter', optional: true });

/** The metadata fields of every document loader. */
export const metadataParam = param.json({
  label: 'Additional Metadata',
  description: 'Added to every document; "source" is shown beside answers.',
  optional: true,
  additionalParams: true,
});

/** The two outputs of a document loader. */
export const documentOutputs = {
  document: output(['Document', 'json'], {
    label: 'Document',
    description: 'Documents with their text and metadata',
  }),
  text: output(['string', 'json'], { label: 'Text', description: 'The text of all documents as one' }),
};
