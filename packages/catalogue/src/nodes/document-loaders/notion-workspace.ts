import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { documentOutputs, metadataParam, splitterAnchor } from '../../loading/loader-fields.ts';
import { openNotionSource } from '../../sources/notion-source.ts';
import { sourceBehaviour } from '../../sources/source-behaviour.ts';

/** The pages of Notion that a connection may see, as documents. */
export const notionWorkspace = defineNode({
  name: 'notionWorkspace',
  label: 'Notion Workspace',
  version: 1,
  category: 'Document Loaders',
  description: 'The pages of Notion that a connection may see, as documents.',
  icon: 'notion',
  credential: { label: 'Connect Credential', names: ['notionApi', 'notionOAuth2'] },
  inputs: {
    textSplitter: splitterAnchor,
    databaseId: param.string({
      label: 'Database ID',
      description: 'Left empty: all pages that were shared with the connection.',
      optional: true,
    }),
    metadata: metadataParam,
  },
  outputs: documentOutputs,
  ...sourceBehaviour(openNotionSource),
});
