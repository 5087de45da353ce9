import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { documentOutputs, metadataParam, splitterAnchor } from '../../loading/loader-fields.ts';
import { openSharePointSource } from '../../sources/share-point-source.ts';
import { sourceBehaviour } from '../../sources/source-behaviour.ts';

/** The files of the library of a SharePoint site, or of a OneDrive, as documents. */
export const sharePoint = defineNode({
  name: 'sharePoint',
  label: 'SharePoint and OneDrive',
  version: 1,
  category: 'Document Loaders',
  description: 'The files of the library of a SharePoint site, or of a OneDrive, as documents.',
  icon: 'microsoft',
  credential: { label: 'Connect Credential', names: ['microsoftSharePointOAuth2'] },
  inputs: {
    textSplitter: splitterAnchor,
    siteUrl: param.string({
      label: 'Site URL',
      description: 'Left empty: the OneDrive of the account.',
      placeholder: 'https://acme.sharepoint.com/sites/handbook',
      optional: true,
    }),
    folder: param.string({
      label: 'Folder',
      description: 'Only what is in it.',
      placeholder: 'Policies/2026',
      optional: true,
    }),
    metadata: metadataParam,
  },
  outputs: documentOutputs,
  bringsAccess: true,
  ...sourceBehaviour(openSharePointSource),
});
