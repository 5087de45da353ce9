import { output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { collectLoaded } from '../../loading/collect-loaded.ts';
import { loadWebPages } from '../../loading/load-web-pages.ts';
import { metadataParam, splitterAnchor } from '../../loading/loader-fields.ts';

/** Web pages. */
export const cheerioWebScraper = defineNode({
  name: 'cheerioWebScraper',
  label: 'Cheerio Web Scraper',
  version: 1.1,
  category: 'Document Loaders',
  description: 'The text of a web page, of the pages it links to, or of those in a sitemap.',
  icon: 'globe',
  isReusable: true,
  isLive: true,
  inputs: {
    textSplitter: splitterAnchor,
    url: param.string({ label: 'URL', placeholder: 'https://example.com/handbook' }),
    relativeLinksMethod: param.options({
      label: 'Get Relative Links Method',
      description: 'How to find further pages; empty takes only the page itself.',
      options: [
        { name: 'webCrawl', label: 'Web Crawl', description: 'Follows links to pages of the same host' },
        {
          name: 'scrapeXMLSitemap',
          label: 'Scrape XML Sitemap',
          description: 'Takes the pages of a sitemap',
        },
      ],
      optional: true,
      additionalParams: true,
    }),
    limit: param.number({
      label: 'Get Relative Links Limit',
      description: 'How many pages at most; 0 takes all, up to a thousand.',
      default: 10,
      min: 0,
      step: 1,
      optional: true,
      additionalParams: true,
    }),
    selector: param.string({
      label: 'Selector (CSS)',
      description: 'Takes only what this CSS selector names.',
      placeholder: 'main article',
      optional: true,
      additionalParams: true,
    }),
    metadata: metadataParam,
  },
  outputs: { cheerioWebScraper: output(['Document'], { label: 'Document' }) },

  async run({ url, relativeLinksMethod: method, limit, selector, textSplitter, metadata }, context) {
    const parts = loadWebPages({ url, method, limit, selector }, context);
    const { document } = await collectLoaded(parts, { textSplitter, metadata });
    return { cheerioWebScraper: document };
  },

  load: ({ url, relativeLinksMethod: method, limit, selector }, context) =>
    loadWebPages({ url, method, limit, selector }, context),
});
