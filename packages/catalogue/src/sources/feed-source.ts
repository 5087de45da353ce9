import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { DocumentSource } from '@tendril/contract/provider/document-source';
import type { FeedItem } from '../loading/parse-message.ts';
import { fetchList, fetchPage, PageReader, pageName, textVersion, webAddress } from './web-page.ts';

interface FeedForm {
  url: string;
  /** Reads the page that an entry links to, instead of what the feed says of it. */
  readsPages?: boolean | undefined;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const endNote = 'A feed names only its latest entries, so nothing is removed here.';

/** The entries of an RSS or Atom feed. What has left the feed is kept: it is not known to be gone. */
export async function openFeedSource(
  { url, readsPages }: FeedForm,
  context: RunContext,
): Promise<DocumentSource> {
  const start = webAddress(url, 'URL');
  const reader = new PageReader(context.signal);
  let items: Promise<Map<string, FeedItem>> | undefined;

  const read = async () => {
    const { items: found } = await reader.feed(start.href, await fetchList(start.href, context));
    return new Map(found.map((item) => [item.key, item]));
  };
  const itemsNow = () => {
    items ??= read();
    return items;
  };

  return {
    hasContentVersions: false,

    async list() {
      items = undefined;
      const entries = [...(await itemsNow()).values()].map(({ key, title, url: link, changed, html }) => {
        const at = Date.parse(changed);
        return {
          key,
          version: textVersion(title, html, changed),
          title: title || key,
          url: URL.canParse(link) ? link : null,
          ...(!Number.isNaN(at) && { at }),
        };
      });
      return { entries, isWhole: false, note: endNote };
    },

    async read({ key }) {
      const item = (await itemsNow()).get(key);
      if (!item) throw new AppError('NOT_FOUND', `${start.host}: the feed has no such entry any more.`);
      if (readsPages && URL.canParse(item.url)) {
        const page = await fetchPage(item.url, null, context);
        return page && { name: pageName(page.url, page.type), bytes: page.bytes, title: item.title };
      }
      const title = escaped(item.title);
      const html = `<html><head><title>${title}</title></head><body><main><h1>${title}</h1>${item.html}</main></body></html>`;
      return { name: 'entry.html', bytes: new TextEncoder().encode(html), title: item.title };
    },

    close: () => reader.close(),
  };
}
