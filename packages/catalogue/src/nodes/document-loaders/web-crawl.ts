import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { documentOutputs, metadataParam, splitterAnchor } from '../../loading/loader-fields.ts';
import { openCrawlSource } from '../../sources/crawl-source.ts';
import { sourceBehaviour } from '../../sources/source-behaviour.ts';

/** The pages of a site, found by their links, as documents. */
export const webCrawl = defineNode({
  name: 'webCrawl',
  label: 'Website',
  version: 1,
  category: 'Document Loaders',
  description: 'The pages of a site, found by their links, as documents.',
  icon: 'globe',
  inputs: {
    textSplitter: splitterAnchor,
    url: param.string({ label: 'URL', placeholder: 'https://example.com/docs/' }),
    prefix: param.string({
      label: 'Only Below',
      description: 'Only pages whose address begins with it.',
      placeholder: 'https://example.com/docs/',
      optional: true,
    }),
    mostPages: param.number({
      label: 'Pages at Most',
      default: 500,
      min: 1,
      max: 5000,
      step: 1,
      additionalParams: true,
    }),
    mostSteps: param.number({
      label: 'Links Deep',
      description: 'How many links a page may be away from the first.',
      default: 8,
      min: 0,
      max: 50,
      step: 1,
      additionalParams: true,
    }),
    metadata: metadataParam,
  },
  outputs: documentOutputs,
  ...sourceBehaviour((form: Parameters<typeof openCrawlSource>[0], context) =>
    openCrawlSource(form, context),
  ),
});
