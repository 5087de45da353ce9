import { type CheerioAPI, load } from 'cheerio';
import type { PagePiece, SitemapPiece } from './parse-message.ts';
import { ParseRefusal } from './parse-refusal.ts';

const blocks =
  'address,article,aside,blockquote,br,dd,div,dl,dt,figcaption,figure,footer,form,h1,h2,h3,h4,h5,h6,header,hr,li,main,nav,ol,p,pre,section,table,td,th,tr,ul';
// Splitters split at empty lines.
const paragraphs = 'article,blockquote,h1,h2,h3,h4,h5,h6,ol,p,pre,section,table,ul';

function tidy(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line, index, lines) => line !== '' || lines[index - 1] !== '')
    .join('\n')
    .trim();
}

/** Addresses of the same host that a page links to, without their fragments. */
function linksOf(page: CheerioAPI, from: string): string[] {
  const here = new URL(from);
  const links = new Set<string>();
  for (const element of page('a[href]').toArray()) {
    const link = URL.parse(page(element).attr('href') ?? '', here.href);
    if (!link || link.host !== here.host || !/^https?:$/.test(link.protocol)) continue;
    if (/\.(pdf|zip|png|jpe?g|gif|svg|webp|mp[34]|docx?|xlsx?|gz|css|js)$/i.test(link.pathname)) continue;
    link.hash = '';
    links.add(link.href);
  }
  return [...links];
}

interface PageRequest {
  url: string;
  selector: string | undefined;
  wantsLinks: boolean;
}

/**
 * The text of a page, or of its parts that match a CSS selector; scripts and styles left out, blocks on lines of their
 * own.
 */
export function readPage(html: string, { url, selector, wantsLinks }: PageRequest): PagePiece {
  const page = load(html);
  const title = page('title').first().text().trim().slice(0, 300);
  const links = wantsLinks ? linksOf(page, url) : [];
  const canonical = page('link[rel="canonical"]').first().attr('href');
  const robots = page('meta[name="robots" i]').first().attr('content')?.toLowerCase();
  page('script,style,noscript,template,svg,iframe').remove();
  page(blocks).append('\n');
  page(paragraphs).append('\n');
  const text = select(page, selector)
    .toArray()
    .map((element) => page(element).text());
  const named = canonical === undefined ? undefined : URL.parse(canonical, url)?.href;
  return {
    text: tidy(text.join('\n')),
    title,
    links,
    ...(named !== undefined && { canonical: named }),
    ...(robots !== undefined && { robots }),
  };
}

function select(page: CheerioAPI, selector: string | undefined) {
  if (!selector) return page('body');
  try {
    return page(selector);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw new ParseRefusal(`Selector (CSS): "${selector}" is not a selector.`);
  }
}

/** The sitemaps and pages listed in a sitemap. */
export function readSitemap(xml: string): SitemapPiece {
  const map = load(xml, { xml: true });
  const sitemaps = map('sitemap > loc').toArray();
  const pages = map('url > loc').toArray();
  return {
    sitemaps: sitemaps.map((element) => map(element).text().trim()),
    pages: pages.map((element) => map(element).text().trim()),
    changed: pages.map((element) => map(element).siblings('lastmod').first().text().trim()),
  };
}
