import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { DocumentSource, SourceEntry } from '@tendril/contract/provider/document-source';
import * as z from 'zod';
import { fetchList, fetchPage, PageReader, pageName, webAddress } from './web-page.ts';

interface SitemapForm {
  url: string;
  /** Only addresses that begin with it. */
  prefix?: string | undefined;
}

const place = z.object({ waiting: z.array(z.string()), seen: z.array(z.string()) });
const mostSitemaps = 500;

/** The pages of a sitemap; what it says of their last change is their version, else what their server says. */
export async function openSitemapSource(
  { url, prefix }: SitemapForm,
  context: RunContext,
): Promise<DocumentSource> {
  const start = webAddress(url, 'URL');
  const reader = new PageReader(context.signal);
  const isWanted = (address: string) => !prefix?.trim() || address.startsWith(prefix.trim());

  return {
    hasContentVersions: false,

    async list(cursor) {
      const { waiting, seen } =
        cursor === undefined ? { waiting: [start.href], seen: [] } : place.parse(JSON.parse(cursor));
      const [name = start.href, ...rest] = waiting;
      let piece: Awaited<ReturnType<typeof reader.sitemap>>;
      try {
        piece = await reader.sitemap(name, await fetchList(name, context));
      } catch (error) {
        // One missing part does not end the listing, but what it would have named is not gone.
        if (name === start.href || !(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
        const next = rest.length > 0 && JSON.stringify({ waiting: rest, seen: [...seen, name] });
        return { entries: [], isWhole: false, note: `${name} is missing.`, ...(next && { next }) };
      }
      if (name === start.href && piece.pages.length + piece.sitemaps.length === 0)
        throw new AppError('NODE_FAILED', `${name}: is no sitemap, or it lists no page.`);
      const known = new Set([...seen, ...waiting]);
      const others = piece.sitemaps.filter((one) => URL.canParse(one) && !known.has(one));
      const left = [...rest, ...others].slice(0, mostSitemaps);
      const next = left.length > 0 && JSON.stringify({ waiting: left, seen: [...seen, name] });
      const isWhole = rest.length + others.length <= mostSitemaps;
      return {
        entries: piece.pages.flatMap((address, index) =>
          entryOf(address, piece.changed[index] ?? '', isWanted),
        ),
        isWhole,
        ...(!isWhole && { note: `There are more than ${mostSitemaps} sitemaps.` }),
        ...(next && { next }),
      };
    },

    async read({ key, version }, known) {
      const page = await fetchPage(key, version === null ? known : null, context);
      if (!page) return undefined;
      const isGiven = version !== null;
      return {
        name: pageName(page.url, page.type),
        bytes: page.bytes,
        ...(!isGiven && page.version !== undefined && { version: page.version }),
      };
    },

    close: () => reader.close(),
  };
}

function entryOf(address: string, changed: string, isWanted: (address: string) => boolean): SourceEntry[] {
  const link = URL.parse(address);
  if (!link || !/^https?:$/.test(link.protocol) || !isWanted(link.href)) return [];
  link.hash = '';
  const at = Date.parse(changed);
  return [
    {
      key: link.href,
      version: changed === '' ? null : changed,
      title: link.pathname === '/' ? link.host : link.pathname,
      url: link.href,
      ...(!Number.isNaN(at) && { at }),
    },
  ];
}
