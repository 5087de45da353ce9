import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { DocumentSource, SourceAsked } from '@tendril/contract/provider/document-source';
import * as z from 'zod';
import { readSecret } from '../tools/read-secret.ts';
import { SharePointReaders } from './access/share-point-readers.ts';
import { askSource, askSourceJson } from './ask-source.ts';
import { skipReason } from './skip-reason.ts';

interface SharePointForm {
  siteUrl?: string | undefined;
  folder?: string | undefined;
}

const graph = 'https://graph.microsoft.com/v1.0';
const item = z.object({
  id: z.string(),
  name: z.string().optional(),
  eTag: z.string().optional(),
  cTag: z.string().optional(),
  size: z.number().optional(),
  webUrl: z.string().optional(),
  lastModifiedDateTime: z.string().optional(),
  file: z.unknown().optional(),
  deleted: z.unknown().optional(),
});
const changes = z.object({
  value: z.array(item),
  '@odata.nextLink': z.string().optional(),
  '@odata.deltaLink': z.string().optional(),
});
const site = z.object({ id: z.string() });

const encodePath = (path: string) => path.split('/').filter(Boolean).map(encodeURIComponent).join('/');

/**
 * The files of the library of a SharePoint site, or of one's own OneDrive. A listing is Graph's `delta` without a token:
 * it names everything once, and says where it ends.
 */
export async function openSharePointSource(
  { siteUrl, folder }: SharePointForm,
  context: RunContext,
  { access: asksAccess = false }: SourceAsked = {},
): Promise<DocumentSource> {
  const token = await readSecret(context, 'accessToken', 'SharePoint');
  const asked = { service: 'SharePoint', headers: { authorization: `Bearer ${token}` }, secret: token };

  async function driveOf(): Promise<string> {
    if (!siteUrl?.trim()) return `${graph}/me/drive`;
    const url = URL.parse(siteUrl.trim());
    if (!url) throw new AppError('FLOW_INVALID', 'Site URL: this is not the address of a site.');
    const path = url.pathname.replace(/\/$/, '');
    const asking = {
      ...asked,
      url: `${graph}/sites/${url.host}${path === '' ? '' : `:${path}`}`,
      shape: site,
    };
    const { answer } = await askSourceJson(asking, context);
    return `${graph}/sites/${encodeURIComponent(answer.id)}/drive`;
  }
  const drive = await driveOf();
  const access = asksAccess ? new SharePointReaders({ graph, asked }, context) : undefined;
  const root = folder?.trim() ? `${drive}/root:/${encodePath(folder.trim())}:` : `${drive}/root`;

  return {
    hasContentVersions: false,

    async list(cursor) {
      // A cursor is an address: the token goes to Microsoft only.
      const url = cursor ?? `${root}/delta`;
      if (!url.startsWith(`${graph}/`))
        throw new AppError('EGRESS_DENIED', 'SharePoint led to another host.');
      const { answer } = await askSourceJson({ ...asked, url, shape: changes }, context);
      const files = answer.value.filter((one) => one.file !== undefined && one.deleted === undefined);
      const readers = await access?.of(files.map(({ id }) => `${drive}/items/${encodeURIComponent(id)}`));
      const entries = files.map((one, at) => {
        const title = one.name ?? one.id;
        const skipped = skipReason(title, one.size);
        return {
          key: one.id,
          // The tag of the content: that of the whole item changes when it is only moved.
          version: one.cTag ?? one.eTag ?? null,
          title,
          url: one.webUrl ?? null,
          ...readers?.[at]?.toEntry(),
          ...(one.size !== undefined && { bytes: one.size }),
          ...(one.lastModifiedDateTime && { at: Date.parse(one.lastModifiedDateTime) }),
          ...(skipped !== undefined && { skipped }),
        };
      });
      const next = answer['@odata.nextLink'];
      const isWhole = next !== undefined || answer['@odata.deltaLink'] !== undefined;
      return { entries, isWhole, ...(next !== undefined && { next }) };
    },

    async read({ key, title }) {
      const url = `${drive}/items/${encodeURIComponent(key)}/content`;
      const first = await askSource({ ...asked, url, accepts: [302] }, context);
      const moved = first.headers.get('location');
      if (first.status !== 302 || !moved) return { name: title, bytes: first.bytes };
      // The address where it lies is signed: it needs no token, and must not get one.
      const { bytes } = await askSource({ service: 'SharePoint', url: moved }, context);
      return { name: title, bytes };
    },
  };
}
