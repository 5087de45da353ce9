import type { Answer } from '@tendril/contract/api/endpoint';
import type { readLatestRelease } from '@tendril/contract/api/server-status';
import * as z from 'zod';
import type { Config } from '../../../platform/config.ts';
import type { Egress } from '../../../platform/egress/egress.ts';

type Release = Answer<typeof readLatestRelease>;
export type LatestRelease = () => Promise<Release>;

const keptMs = 60 * 60_000;
const patienceMs = 3000;
const unknown: Release = { isConfigured: true, name: null, html_url: null, published_at: null };
const notConfigured: Release = { ...unknown, isConfigured: false };

/** The three fields that are read; a link has to be a web address. */
const answer = z.object({
  name: z.string().max(200).nullish(),
  html_url: z.url({ protocol: /^https?$/ }).nullish(),
  published_at: z.iso.datetime({ offset: true }).nullish(),
});

/** Asks the releases API at most once an hour; undefined without one, or when it cannot be reached. */
export function createLatestRelease(
  { releasesUrl }: Pick<Config, 'releasesUrl'>,
  egress: Egress,
): LatestRelease {
  let kept: { release: Release; until: number } | undefined;

  async function ask(url: string): Promise<Release> {
    const response = await egress.fetch(url, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(patienceMs),
    });
    if (!response.ok) return unknown;
    const { name, html_url, published_at } = answer.parse(await response.json());
    return {
      isConfigured: true,
      name: name ?? null,
      html_url: html_url ?? null,
      published_at: published_at ?? null,
    };
  }

  return async () => {
    if (!releasesUrl) return notConfigured;
    if (kept && kept.until > Date.now()) return kept.release;
    // The dialog shows a dash: a server without internet access is no error.
    const release = await ask(releasesUrl).catch(() => unknown);
    if (release !== unknown) kept = { release, until: Date.now() + keptMs };
    return release;
  };
}
