import type { RunContext } from '@tendril/contract/node/run-context';
import type { LoadedPart } from '@tendril/contract/provider/loaded-part';
import * as z from 'zod';
import type { NodeInputs } from '../interfaces/input-types.gen.ts';
import { askBytes } from '../tools/ask-bytes.ts';
import { bearerService } from '../tools/bearer-service.ts';
import { type JsonApi, jsonApi } from '../tools/json-api.ts';
import { loadFile } from './load-file.ts';

type Form = NodeInputs['googleDrive'];

const base = 'https://www.googleapis.com/drive/v3';
const file = z.object({
  id: z.string(),
  name: z.string(),
  mimeType: z.string(),
  webViewLink: z.string().optional(),
});
const list = z.object({ files: z.array(file), nextPageToken: z.string().optional() });
const folderType = 'application/vnd.google-apps.folder';
/** What Google's own documents are turned into, and the ending by which that is read. */
export const driveExports: Readonly<Record<string, readonly [type: string, ending: string]>> = {
  'application/vnd.google-apps.document': ['text/plain', '.txt'],
  'application/vnd.google-apps.spreadsheet': ['text/csv', '.csv'],
  'application/vnd.google-apps.presentation': ['text/plain', '.txt'],
};

type DriveFile = z.infer<typeof file>;

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The files of a folder and, where that is wanted, of the folders in it. */
async function listFolder(form: Form, ask: JsonApi, context: RunContext): Promise<DriveFile[]> {
  const waiting = [form.folderId ?? ''].filter(Boolean);
  const found: DriveFile[] = [];
  for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
    let pageToken: string | undefined;
    do {
      const query = {
        q: `'${folder.replace(/[^\w-]/g, '')}' in parents and trashed = false`,
        fields: 'nextPageToken,files(id,name,mimeType,webViewLink)',
        pageSize: 100,
        pageToken,
        ...(form.includeSharedDrives && { supportsAllDrives: 'true', includeItemsFromAllDrives: 'true' }),
      };
      const page = await ask('/files', { query, shape: list }, context);
      for (const one of page.files)
        if (one.mimeType !== folderType) found.push(one);
        else if (form.includeSubfolders) waiting.push(one.id);
      pageToken = page.nextPageToken;
    } while (pageToken && found.length < form.maxFiles);
    if (found.length >= form.maxFiles) break;
  }
  const wanted = form.fileTypes ?? [];
  return found.filter(({ mimeType }) => wanted.length === 0 || wanted.includes(mimeType));
}

/** Chosen files, or those of a folder, each read by its kind. */
export async function* loadGoogleDrive(form: Form, context: RunContext): AsyncGenerator<LoadedPart> {
  const { headers, secrets } = await bearerService(context, { service: 'Google Drive', base, prefix: '' });
  const [secret = ''] = secrets ?? [];
  const ask = jsonApi({ service: 'Google Drive', base, headers, secrets: [secret] });
  const chosen: DriveFile[] = [];
  for (const id of form.selectedFiles ?? []) {
    const query = { fields: 'id,name,mimeType,webViewLink', supportsAllDrives: 'true' };
    chosen.push(await ask(`/files/${encodeURIComponent(id)}`, { query, shape: file }, context));
  }
  const files = chosen.length > 0 ? chosen : await listFolder(form, ask, context);
  for (const { id, name, mimeType, webViewLink } of files.slice(0, form.maxFiles)) {
    const [type, ending] = driveExports[mimeType] ?? [undefined, undefined];
    const path = `${base}/files/${encodeURIComponent(id)}`;
    const url = type
      ? `${path}/export?mimeType=${encodeURIComponent(type)}`
      : `${path}?alt=media&supportsAllDrives=true`;
    const bytes = await askBytes({ service: 'Google Drive', url, headers, secret }, context);
    const metadata = { source: webViewLink ?? name, fileId: id, fileName: name };
    yield* loadFile(
      { name: `${name}${ending ?? ''}`, content: once(bytes), perPage: false, metadata },
      context,
    );
  }
}
