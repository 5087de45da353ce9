import type { RunContext } from '@tendril/contract/node/run-context';
import type { DocumentSource } from '@tendril/contract/provider/document-source';
import * as z from 'zod';
import {
  notionApi,
  notionIdOf,
  notionProperties,
  notionTitleOf,
  readNotionBlocks,
} from '../loading/load-notion.ts';
import { asRecord } from '../tools/as-record.ts';

const page = z.object({
  id: z.string(),
  url: z.string().optional(),
  last_edited_time: z.string(),
  archived: z.boolean().optional(),
  in_trash: z.boolean().optional(),
  parent: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()),
});
const pages = z.object({
  results: z.array(page),
  has_more: z.boolean().optional(),
  next_cursor: z.string().nullish(),
});

/** The pages of a database, or without one all that the integration may see; their last edit is their version. */
export async function openNotionSource(
  { databaseId }: { databaseId?: string | undefined },
  context: RunContext,
): Promise<DocumentSource> {
  const ask = await notionApi(context);
  const path = databaseId?.trim() ? `/databases/${notionIdOf(databaseId)}/query` : '/search';
  const isSearch = path === '/search';
  const filter = isSearch && { filter: { property: 'object', value: 'page' } };

  return {
    hasContentVersions: false,

    async list(cursor) {
      const body = { page_size: 100, ...filter, ...(cursor && { start_cursor: cursor }) };
      const found = await ask(path, { body, shape: pages }, context);
      const entries = found.results
        .filter(({ archived, in_trash }) => !archived && !in_trash)
        .map((one) => ({
          key: one.id,
          version: one.last_edited_time,
          title: notionTitleOf(one) || 'Untitled',
          url: one.url ?? null,
          at: Date.parse(one.last_edited_time),
        }));
      const next = found.has_more ? (found.next_cursor ?? undefined) : undefined;
      // More is promised, but not where: what is missing is not gone.
      const isWhole = !found.has_more || next !== undefined;
      return { entries, isWhole, ...(next !== undefined && { next }) };
    },

    // Notion does not promise that its search returns every page.
    ...(isSearch && {
      async isThere(key: string) {
        const one = await ask(
          `/pages/${encodeURIComponent(key)}`,
          { shape: page.optional(), mayBeMissing: true },
          context,
        );
        return one !== undefined && !one.archived && !one.in_trash;
      },
    }),

    async read({ key }) {
      const one = await ask(`/pages/${encodeURIComponent(key)}`, { shape: page }, context);
      const isRow = asRecord(one.parent)['type'] === 'database_id';
      const { lines } = await readNotionBlocks(one.id, ask, context);
      const title = notionTitleOf(one) || 'Untitled';
      const text = [`# ${title}`, '', ...(isRow ? [...notionProperties(one), ''] : []), ...lines].join('\n');
      return {
        name: `${title.replace(/[/\\]/g, ' ').slice(0, 200)}.md`,
        bytes: new TextEncoder().encode(text.trim()),
        title,
        version: one.last_edited_time,
      };
    },
  };
}
