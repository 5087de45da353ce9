import { type Cheerio, type CheerioAPI, load } from 'cheerio';
import type { FeedItem, FeedPiece } from './parse-message.ts';
import { ParseRefusal } from './parse-refusal.ts';

type Found = ReturnType<CheerioAPI> extends Cheerio<infer Node> ? Node : never;

/** The text of the first child that has one of these names. */
function childText(feed: CheerioAPI, element: Found, ...names: string[]): string {
  for (const name of names) {
    const found = feed(element)
      .children()
      .toArray()
      .find((child) => 'name' in child && child.name === name);
    const text = found ? feed(found).text().trim() : '';
    if (text !== '') return text;
  }
  return '';
}

/** An Atom entry links to itself in several ways; the page is the one without a kind, or the alternate. */
function linkOf(feed: CheerioAPI, element: Found): string {
  const links = feed(element).children('link').toArray();
  const page = links.find((link) => ['alternate', undefined].includes(feed(link).attr('rel')));
  return (page && feed(page).attr('href')?.trim()) || childText(feed, element, 'link');
}

/** The entries of an RSS or Atom feed. */
export function readFeed(xml: string): FeedPiece {
  const feed = load(xml, { xml: true });
  const [channel] = feed('channel, feed').toArray();
  if (!channel) throw new ParseRefusal('it is no RSS or Atom feed');
  const items = feed('item, entry')
    .toArray()
    .map((element): FeedItem => {
      const url = linkOf(feed, element);
      const changed = childText(feed, element, 'updated', 'pubDate', 'published', 'dc:date');
      const title = childText(feed, element, 'title');
      return {
        key: childText(feed, element, 'guid', 'id') || url || title,
        title,
        url,
        changed,
        html: childText(feed, element, 'content:encoded', 'content', 'description', 'summary'),
      };
    });
  return { title: childText(feed, channel, 'title'), items: items.filter(({ key }) => key !== '') };
}
