import type { LoadRequest } from '@tendril/contract/node/define-node';
import type { Choice } from '@tendril/contract/node/param';
import * as z from 'zod';
import { jsonApi } from '../tools/json-api.ts';

export const sheetType = 'application/vnd.google-apps.spreadsheet';

const list = z.object({ files: z.array(z.object({ id: z.string(), name: z.string() })) });

/** Files of Google Drive to choose from, the newest first; of one type where it is named. */
export async function listDriveFiles(request: LoadRequest, mimeType: string): Promise<Choice[]> {
  const token = (await request.credential())?.['accessToken']?.trim();
  if (!token) return [];
  const ask = jsonApi({
    service: 'Google Drive',
    base: 'https://www.googleapis.com/drive/v3',
    headers: { authorization: `Bearer ${token}` },
    secrets: [token],
  });
  const query = {
    q: `trashed = false${mimeType && ` and mimeType = '${mimeType}'`}`,
    pageSize: 100,
    orderBy: 'modifiedTime desc',
    fields: 'files(id,name)',
  };
  const services = { fetch: request.fetch } as Parameters<typeof ask>[2]['services'];
  const { files } = await ask('/files', { query, shape: list }, { services, signal: request.signal });
  return files.map(({ id, name }) => ({ name: id, label: name }));
}
