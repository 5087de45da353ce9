import type { RunContext } from '@tendril/contract/node/run-context';
import type { LoadedPart } from '@tendril/contract/provider/loaded-part';
import * as z from 'zod';
import type { NodeInputs } from '../interfaces/input-types.gen.ts';
import { findKey } from '../model/read-key.ts';
import { asRecord } from '../tools/as-record.ts';
import { type JsonApi, jsonApi } from '../tools/json-api.ts';
import { readSecret } from '../tools/read-secret.ts';
import { toPart } from './to-part.ts';

const page = z.object({
  id: z.string(),
  url: z.string().optional(),
  properties: z.record(z.string(), z.unknown()),
});
const cursor = { has_more: z.boolean().optional(), next_cursor: z.string().nullish() };
const pages = z.object({ results: z.array(page), ...cursor });
const block = z.looseObject({ id: z.string(), type: z.string(), has_children: z.boolean().optional() });
const blocks = z.object({ results: z.array(block), ...cursor });
const mostDepth = 10;
const mostPages = 1000;

type Page = z.infer<typeof page>;

/** The API of Notion, for an integration's token or after a sign-in. */
export async function notionApi(context: RunContext): Promise<JsonApi> {
  const signedIn = await findKey(context, 'accessToken');
  const token = signedIn ?? (await readSecret(context, 'notionIntegrationToken', 'Notion'));
  const headers = { authorization: `Bearer ${token}`, 'notion-version': '2022-06-28' };
  return jsonApi({
    service: 'Notion',
    base: 'https://api.notion.com/v1',
    headers,
    secrets: [token],
    maxMegabytes: 8,
  });
}

/** An id as it stands alone or at the end of a page's address. */
export function notionIdOf(text: string): string {
  const path = (URL.parse(text.trim())?.pathname ?? text).split('/').at(-1) ?? '';
  return /[\da-f]{32}$/i.exec(path.replaceAll('-', ''))?.[0] ?? encodeURIComponent(text.trim());
}

const richText = (value: unknown): string =>
  Array.isArray(value) ? value.map((one) => String(asRecord(one)['plain_text'] ?? '')).join('') : '';

/** What a property of a page says, whatever its kind. */
function propertyText(property: unknown): string {
  const record = asRecord(property);
  const value = record[String(record['type'])];
  if (Array.isArray(value))
    return (
      richText(value) ||
      value
        .map((one) => String(asRecord(one)['name'] ?? ''))
        .filter(Boolean)
        .join(', ')
    );
  const { name, start, end, string, number } = asRecord(value);
  const inner = name ?? string ?? number ?? start;
  if (inner !== undefined && inner !== null) return end ? `${String(inner)} – ${String(end)}` : String(inner);
  return typeof value === 'object' || value === undefined ? '' : String(value);
}

/** The title of a page. */
export const notionTitleOf = ({ properties }: Pick<Page, 'properties'>): string =>
  Object.values(properties)
    .filter((property) => asRecord(property)['type'] === 'title')
    .map(propertyText)
    .join('');

/** What the properties of a page say, a line each. */
export const notionProperties = ({ properties }: Pick<Page, 'properties'>): string[] =>
  Object.entries(properties)
    .map(([name, property]) => `${name}: ${propertyText(property)}`)
    .filter((line) => !line.endsWith(': '));

const prefixes: Readonly<Record<string, string>> = {
  heading_1: '# ',
  heading_2: '## ',
  heading_3: '### ',
  bulleted_list_item: '- ',
  numbered_list_item: '1. ',
  to_do: '- ',
  quote: '> ',
};

/** The lines below a block, and the pages among them. */
export async function readNotionBlocks(
  id: string,
  ask: JsonApi,
  context: RunContext,
  depth = 0,
): Promise<{ lines: string[]; children: string[] }> {
  const lines: string[] = [];
  const children: string[] = [];
  let start: string | undefined;
  do {
    const query = { page_size: 100, start_cursor: start };
    const found = await ask(`/blocks/${id}/children`, { query, shape: blocks }, context);
    for (const one of found.results) {
      const content = asRecord(one[one.type]);
      if (one.type === 'child_page') {
        children.push(one.id);
        continue;
      }
      const cells = Array.isArray(content['cells']) ? content['cells'].map(richText).join('\t') : '';
      const text = richText(content['rich_text']) || cells;
      if (text !== '') lines.push(`${'  '.repeat(depth)}${prefixes[one.type] ?? ''}${text}`);
      if (!one.has_children || depth >= mostDepth) continue;
      const inner = await readNotionBlocks(one.id, ask, context, depth + 1);
      lines.push(...inner.lines);
      children.push(...inner.children);
    }
    start = found.has_more ? (found.next_cursor ?? undefined) : undefined;
  } while (start);
  return { lines, children };
}

/** The pages of a database, one document each: their properties, then their text. */
export async function* loadNotionDatabase(
  { databaseId }: NodeInputs['notionDB'],
  context: RunContext,
): AsyncGenerator<LoadedPart> {
  const ask = await notionApi(context);
  let start: string | undefined;
  let done = 0;
  do {
    const body = { page_size: 100, ...(start && { start_cursor: start }) };
    const found = await ask(`/databases/${notionIdOf(databaseId)}/query`, { body, shape: pages }, context);
    for (const one of found.results) {
      const properties = notionProperties(one);
      const { lines } = await readNotionBlocks(one.id, ask, context);
      done += 1;
      const metadata = { source: one.url ?? one.id, title: notionTitleOf(one), notionId: one.id };
      yield toPart([...properties, '', ...lines].join('\n').trim(), metadata, done);
    }
    start = found.has_more ? (found.next_cursor ?? undefined) : undefined;
  } while (start && done < mostPages);
}

/** A page and the pages below it, one document each. */
export async function* loadNotionPage(
  { pageId }: NodeInputs['notionPage'],
  context: RunContext,
): AsyncGenerator<LoadedPart> {
  const ask = await notionApi(context);
  const waiting = [notionIdOf(pageId)];
  const seen = new Set<string>();
  for (let id = waiting.shift(); id !== undefined && seen.size < mostPages; id = waiting.shift()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const one = await ask(`/pages/${id}`, { shape: page }, context);
    const { lines, children } = await readNotionBlocks(id, ask, context);
    waiting.push(...children);
    const title = notionTitleOf(one);
    yield toPart(
      [title, '', ...lines].join('\n').trim(),
      { source: one.url ?? id, title, notionId: id },
      seen.size,
    );
  }
}
