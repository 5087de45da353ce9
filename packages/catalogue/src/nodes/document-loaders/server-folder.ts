import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { documentOutputs, metadataParam, splitterAnchor } from '../../loading/loader-fields.ts';
import { openFolderSource } from '../../sources/folder-source.ts';
import { sourceBehaviour } from '../../sources/source-behaviour.ts';

/** The files of a folder of the server that its operator allows to be read, as documents. */
export const serverFolder = defineNode({
  name: 'serverFolder',
  label: 'Folder of the Server',
  version: 1,
  category: 'Document Loaders',
  description: 'The files of a folder of the server that its operator allows to be read, as documents.',
  icon: 'folder',
  inputs: {
    textSplitter: splitterAnchor,
    folder: param.asyncOptions({ label: 'Folder', loadMethod: 'listFolders' }),
    below: param.string({
      label: 'Only Below',
      description: 'A folder in it.',
      placeholder: 'policies',
      optional: true,
    }),
    metadata: metadataParam,
  },
  outputs: documentOutputs,
  loadMethods: {
    listFolders: async ({ listFolders }) =>
      ((await listFolders?.()) ?? []).map((name) => ({ name, label: name })),
  },
  ...sourceBehaviour(openFolderSource),
});
