import { AppError } from '@tendril/contract/app-error';

export interface ReadPage {
  text: string;
  title: string;
  /** Where it was, after redirects. */
  url: string;
  html: string;
}

const mostSitemaps = 20;
const blocks =
  'address,article,aside,blockquote,br,dd,div,dl,dt,figcaption,figure,footer,form,h1,h2,h3,h4,h5,h6,header,hr,li,main,nav,ol,p,pre,section,table,td,th,tr,ul';
// A splitter cuts where a line is empty.
const paragraphs = 'article,blockquote,h1,h2,h3,h4,h5,h6,ol,p,pre,section,table,ul';

function tidy(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line, index, lines) => line !== '' || lines[index - 1] !== '')
    .join('\n')
    .trim();
}

/** The words of a page, or of its parts that a CSS selector names; scripts and styles left out, blocks on lines of their own. */
export async function readPage(html: string, url: string, selector: string | undefined): Promise<ReadPage> {
  const { load } = await import('cheerio');
  const page = load(html);
  const title = page('title').first().text().trim().slice(0, 300);
  page('script,style,noscript,template,svg,iframe').remove();
  page(blocks).append('\n');
  page(paragraphs).append('\n');
  try {
    const chosen = selector ? page(selector) : page('body');
    const text = chosen.toArray().map((element) => page(element).text());
    return { text: tidy(text.join('\n')), title, url, html };
  } catch (error) {
    throw new AppError('INVALID_INPUT', `Selector (CSS): "${selector}" is not a selector.`, { cause: error });
  }
}

/** Addresses of the same host that a page links to, without their fragments. */
export async function linksOf(html: string, from: string): Promise<string[]> {
  const { load } = await import('cheerio');
  const page = load(html);
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

/** Addresses in a sitemap and the sitemaps that it names, as many as wanted. */
export async function sitemapLinks(
  start: string,
  most: number,
  read: (url: string) => Promise<string>,
): Promise<string[]> {
  const { load } = await import('cheerio');
  const waiting = [start];
  const links = new Set<string>();
  for (let count = 0; count < mostSitemaps && waiting.length > 0 && links.size < most; count += 1) {
    const map = load(await read(waiting.shift() ?? start), { xml: true });
    for (const element of map('sitemap > loc').toArray()) waiting.push(map(element).text().trim());
    for (const element of map('url > loc').toArray()) {
      const link = URL.parse(map(element).text().trim());
      if (link && /^https?:$/.test(link.protocol) && links.size < most) links.add(link.href);
    }
  }
  if (links.size === 0) throw new AppError('NODE_FAILED', `${start}: is no sitemap, or it lists no page.`);
  return [...links];
}
