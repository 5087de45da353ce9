import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { documentOutputs, metadataParam, splitterAnchor } from '../../loading/loader-fields.ts';
import { openSitemapSource } from '../../sources/sitemap-source.ts';
import { sourceBehaviour } from '../../sources/source-behaviour.ts';

/** The pages that a sitemap lists, as documents. */
export const sitemap = defineNode({
  name: 'sitemap',
  label: 'Sitemap',
  version: 1,
  category: 'Document Loaders',
  description: 'The pages that a sitemap lists, as documents.',
  icon: 'globe',
  inputs: {
    textSplitter: splitterAnchor,
    url: param.string({ label: 'Sitemap URL', placeholder: 'https://example.com/sitemap.xml' }),
    prefix: param.string({
      label: 'Only Below',
      description: 'Only pages whose address begins with it.',
      placeholder: 'https://example.com/docs/',
      optional: true,
    }),
    metadata: metadataParam,
  },
  outputs: documentOutputs,
  ...sourceBehaviour(openSitemapSource),
});
