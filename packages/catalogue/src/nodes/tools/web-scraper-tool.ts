import { implementNode } from '../../interfaces/implement-node.ts';
import { loadWebPages } from '../../loading/load-web-pages.ts';
import { fetchWithin } from '../../model/fetch-within.ts';
import { searchTool } from '../../tools/search-tool.ts';

const defaultDescription =
  'Reads a web page, and pages that it links to. Takes an address with https://; gives a JSON list of pages with their text.';

/** Lets a model read web sites. */
export const webScraperTool = implementNode({
  name: 'webScraperTool',
  icon: 'globe',
  description: 'Lets an agent read web pages and those they link to, or those of a sitemap.',

  async run({ scrapeMode, maxDepth, maxPages, timeoutS, description }, { nodeId }) {
    const method = scrapeMode === 'sitemap' ? 'scrapeXMLSitemap' : maxDepth > 1 ? 'webCrawl' : undefined;
    return {
      webScraperTool: searchTool({
        nodeId,
        name: 'web_scraper_tool',
        description: description || defaultDescription,
        async ask(url, { services, signal }) {
          const fetch = fetchWithin(services.fetch, timeoutS * 1000);
          const pages = { url, method, limit: Math.max(1, maxPages), selector: undefined } as const;
          const options = { ...pages, mostSteps: Math.max(0, maxDepth - 1) };
          const found: Record<string, unknown>[] = [];
          for await (const { documents } of loadWebPages(options, {
            services: { ...services, fetch },
            signal,
          }))
            for (const { pageContent, metadata } of documents)
              found.push({ url: metadata['source'], title: metadata['title'], text: pageContent });
          return found;
        },
      }),
    };
  },
});
