import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { documentOutputs, metadataParam, splitterAnchor } from '../../loading/loader-fields.ts';
import { openFeedSource } from '../../sources/feed-source.ts';
import { sourceBehaviour } from '../../sources/source-behaviour.ts';

/** The entries of a feed, as documents. */
export const feed = defineNode({
  name: 'feed',
  label: 'RSS or Atom Feed',
  version: 1,
  category: 'Document Loaders',
  description: 'The entries of a feed, as documents.',
  icon: 'rss',
  inputs: {
    textSplitter: splitterAnchor,
    url: param.string({ label: 'Feed URL', placeholder: 'https://example.com/feed.xml' }),
    readsPages: param.boolean({
      label: 'Read the Pages',
      description: 'Reads the page that an entry links to, instead of what the feed says of it.',
      optional: true,
      default: false,
    }),
    metadata: metadataParam,
  },
  outputs: documentOutputs,
  ...sourceBehaviour(openFeedSource),
});
