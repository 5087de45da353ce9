import { AppError } from '@tendril/contract/app-error';
import type { FetchFunction } from '@tendril/contract/node/run-context';
import { loadWebPages } from './load-web-pages.ts';

const mostMs = 60_000;

interface LinkRequest {
  url: string;
  method: 'webCrawl' | 'scrapeXMLSitemap';
  /** 0 means all, up to a thousand. */
  limit: number;
  /** How long it may take in all; a minute when absent. */
  withinMs?: number;
}

/** Addresses of a site, found by its links or its sitemap; those found so far when the time is over. */
export async function listWebLinks(
  { url, method, limit, withinMs = mostMs }: LinkRequest,
  { fetch, signal }: { fetch: FetchFunction; signal: AbortSignal },
): Promise<string[]> {
  const end = AbortSignal.timeout(withinMs);
  const links: string[] = [];
  const pages = { url, method, limit, selector: undefined, isLinksOnly: true };
  try {
    const access = { services: { fetch }, signal: AbortSignal.any([signal, end]) };
    for await (const { documents } of loadWebPages(pages, access))
      for (const { metadata } of documents) links.push(String(metadata['source']));
  } catch (error) {
    if (signal.aborted || error instanceof AppError) throw error;
    if (!end.aborted) throw new AppError('NODE_FAILED', `${url}: could not be reached.`, { cause: error });
    if (links.length === 0)
      throw new AppError('NODE_FAILED', `${url}: did not answer in ${withinMs / 1000} s.`);
  }
  return links;
}
