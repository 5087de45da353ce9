import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { DocumentSource, SourceAsked, SourceEntry } from '@tendril/contract/provider/document-source';
import * as z from 'zod';
import type { NodeInputs } from '../interfaces/input-types.gen.ts';
import { authorizeConfluence } from '../loading/load-confluence.ts';
import { checkAddress } from '../model/address.ts';
import { findCredential } from '../model/read-key.ts';
import { ConfluenceReaders, restrictedPage, restrictionFields } from './access/confluence-readers.ts';
import { askSourceJson } from './ask-source.ts';

const links = z.object({ webui: z.string().optional(), next: z.string().optional() }).optional();
const listed = z.object({
  size: z.number(),
  _links: links,
  results: z.array(
    restrictedPage.extend({
      id: z.string(),
      title: z.string(),
      version: z.object({ number: z.number(), when: z.string().optional() }),
      _links: links,
    }),
  ),
});
const read = z.object({
  title: z.string(),
  version: z.object({ number: z.number() }).optional(),
  body: z.object({ storage: z.object({ value: z.string() }) }),
});
const sites = z.array(z.object({ id: z.string(), url: z.string() }));
const pageSize = 100;

/** After a sign-in at Atlassian, a site is asked under an address of Atlassian's own, by its id. */
async function signedInBase(base: string, token: string, context: RunContext): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const url = 'https://api.atlassian.com/oauth/token/accessible-resources';
  const { answer } = await askSourceJson(
    { service: 'Atlassian', url, headers, secret: token, shape: sites },
    context,
  );
  const site = answer.find((one) => base.startsWith(one.url));
  if (!site) throw new AppError('FLOW_INVALID', `Base URL: this sign-in does not reach ${base}.`);
  return `https://api.atlassian.com/ex/confluence/${site.id}${base.slice(site.url.length)}`;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The pages of a space, each with the number of its version. */
export async function openConfluenceSource(
  { baseUrl, spaceKey }: Pick<NodeInputs['confluence'], 'baseUrl' | 'spaceKey'>,
  context: RunContext,
  { access: asksAccess = false }: SourceAsked = {},
): Promise<DocumentSource> {
  const site = checkAddress(baseUrl, 'Base URL');
  const fields = await findCredential(context);
  const isSignedIn = fields?.['tokenType'] !== undefined;
  const signIn = fields?.['accessToken'] ?? '';
  const { authorization, token } = isSignedIn
    ? { authorization: `Bearer ${signIn}`, token: signIn }
    : await authorizeConfluence(context);
  const base = isSignedIn ? await signedInBase(site, token, context) : site;
  const asked = { service: 'Confluence', headers: { authorization }, secret: token };
  const isCloud = isSignedIn || new URL(site).hostname.endsWith('.atlassian.net');
  const readers = asksAccess ? new ConfluenceReaders({ base, isCloud, asked }, context) : undefined;

  return {
    hasContentVersions: false,

    async list(cursor = '0') {
      const start = Number(cursor);
      const space = spaceKey.replace(/^~EXCLUDE~/, '');
      const query = new URLSearchParams({
        spaceKey: space,
        limit: String(pageSize),
        start: cursor,
        expand: readers ? `version,ancestors,${restrictionFields}` : 'version',
      });
      const url = `${base}/rest/api/content?${query}`;
      const { answer } = await askSourceJson({ ...asked, url, shape: listed }, context);
      const entries: SourceEntry[] = [];
      for (const page of answer.results) {
        const { id, title, version, _links } = page;
        entries.push({
          key: id,
          version: String(version.number),
          title,
          url: `${site}${_links?.webui ?? `/pages/viewpage.action?pageId=${id}`}`,
          ...(await readers?.of(space, page))?.toEntry(),
          ...(version.when && { at: Date.parse(version.when) }),
        });
      }
      const hasMore = answer._links?.next !== undefined || answer.size >= pageSize;
      // A server may give fewer at once than it was asked for.
      const isStuck = hasMore && answer.size === 0;
      return {
        entries,
        isWhole: !isStuck,
        ...(hasMore && !isStuck && { next: String(start + answer.size) }),
      };
    },

    async read({ key }) {
      const url = `${base}/rest/api/content/${encodeURIComponent(key)}?expand=body.storage,version`;
      const { answer } = await askSourceJson({ ...asked, url, shape: read }, context);
      const { title, version, body } = answer;
      const html = `<html><head><title>${escaped(title)}</title></head><body><main><h1>${escaped(title)}</h1>${body.storage.value}</main></body></html>`;
      return {
        name: `${title.replace(/[/\\]/g, ' ').slice(0, 200)}.html`,
        bytes: new TextEncoder().encode(html),
        title,
        ...(version && { version: String(version.number) }),
      };
    },
  };
}
