import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type {
  DocumentSource,
  SourceAsked,
  SourceEntry,
  SourcePage,
} from '@tendril/contract/provider/document-source';
import * as z from 'zod';
import type { NodeInputs } from '../interfaces/input-types.gen.ts';
import { driveExports } from '../loading/load-google-drive.ts';
import { bearerService } from '../tools/bearer-service.ts';
import { drivePermission, driveReaders, permissionFields, withPermissions } from './access/drive-readers.ts';
import { askSource, askSourceJson } from './ask-source.ts';
import { skipReason } from './skip-reason.ts';

type Form = Pick<
  NodeInputs['googleDrive'],
  'folderId' | 'fileTypes' | 'includeSubfolders' | 'includeSharedDrives' | 'selectedFiles'
>;

const api = 'https://www.googleapis.com/drive/v3';
const file = z.object({
  id: z.string(),
  name: z.string(),
  mimeType: z.string(),
  md5Checksum: z.string().optional(),
  modifiedTime: z.string().optional(),
  size: z.string().optional(),
  webViewLink: z.string().optional(),
  trashed: z.boolean().optional(),
  permissions: z.array(drivePermission).optional(),
});
const listed = z.object({
  files: z.array(file),
  nextPageToken: z.string().optional(),
  incompleteSearch: z.boolean().optional(),
});
const place = z.object({ folders: z.array(z.string()), token: z.string().optional() });
const fields = `id,name,mimeType,md5Checksum,modifiedTime,size,webViewLink,trashed,permissions(${permissionFields})`;
const folderType = 'application/vnd.google-apps.folder';

type DriveFile = z.infer<typeof file>;

/** Where a listing goes on; false at its end. */
const placeAfter = (folder: string, rest: string[], token: string | undefined) =>
  token ? { folders: [folder, ...rest], token } : rest.length > 0 && { folders: rest };

function toEntry(one: DriveFile): SourceEntry {
  const isOwn = one.mimeType.startsWith('application/vnd.google-apps.');
  const isExported = driveExports[one.mimeType] !== undefined;
  const bytes = one.size === undefined ? undefined : Number(one.size);
  const skipped =
    isOwn && !isExported
      ? 'This kind of document cannot be exported.'
      : isOwn
        ? undefined
        : skipReason(one.name, bytes);
  return {
    key: one.id,
    version: one.md5Checksum ?? one.modifiedTime ?? null,
    title: one.name,
    url: one.webViewLink ?? null,
    ...(one.permissions && driveReaders(one.permissions).toEntry()),
    ...(bytes !== undefined && { bytes }),
    ...(one.modifiedTime && { at: Date.parse(one.modifiedTime) }),
    ...(skipped !== undefined && { skipped }),
  };
}

/** The files of a folder of Google Drive, or those that were chosen; their checksum, else their last change, is their version. */
export async function openDriveSource(
  form: Form,
  context: RunContext,
  { access: asksAccess = false }: SourceAsked = {},
): Promise<DocumentSource> {
  const { headers = {}, secrets } = await bearerService(context, {
    service: 'Google Drive',
    base: api,
    prefix: '',
  });
  const [secret = ''] = secrets ?? [];
  const asked = { service: 'Google Drive', headers, secret };
  const wanted = form.fileTypes ?? [];
  const isWanted = ({ mimeType }: DriveFile) => wanted.length === 0 || wanted.includes(mimeType);
  const withReaders = (one: DriveFile) =>
    asksAccess ? withPermissions(one, `${api}/files/${encodeURIComponent(one.id)}`, asked, context) : one;
  const find = async (id: string) => {
    const url = `${api}/files/${encodeURIComponent(id)}?fields=${encodeURIComponent(fields)}&supportsAllDrives=true`;
    return (await askSourceJson({ ...asked, url, shape: file }, context)).answer;
  };

  async function listChosen(ids: readonly string[]): Promise<SourcePage> {
    const entries: SourceEntry[] = [];
    for (const id of ids) {
      const one = await find(id).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
        throw error;
      });
      if (one && !one.trashed) entries.push(toEntry(await withReaders(one)));
    }
    return { entries, isWhole: true };
  }

  async function listFolders({ folders, token }: z.infer<typeof place>): Promise<SourcePage> {
    const [folder = '', ...others] = folders;
    const query = new URLSearchParams({
      q: `'${folder.replace(/[^\w-]/g, '')}' in parents and trashed = false`,
      fields: `nextPageToken,incompleteSearch,files(${fields})`,
      pageSize: '1000',
      ...(token && { pageToken: token }),
      ...(form.includeSharedDrives && { supportsAllDrives: 'true', includeItemsFromAllDrives: 'true' }),
    });
    const { answer } = await askSourceJson(
      { ...asked, url: `${api}/files?${query}`, shape: listed },
      context,
    );
    const inner = answer.files.filter(({ mimeType }) => mimeType === folderType).map(({ id }) => id);
    const rest = [...others, ...(form.includeSubfolders ? inner : [])];
    const entries: SourceEntry[] = [];
    for (const one of answer.files)
      if (one.mimeType !== folderType && isWanted(one)) entries.push(toEntry(await withReaders(one)));
    const next = placeAfter(folder, rest, answer.nextPageToken);
    return {
      entries,
      isWhole: answer.incompleteSearch !== true,
      ...(next && { next: JSON.stringify(next) }),
    };
  }

  return {
    hasContentVersions: false,

    async list(cursor) {
      if (cursor !== undefined) return listFolders(place.parse(JSON.parse(cursor)));
      if (form.selectedFiles?.length) return listChosen(form.selectedFiles);
      if (!form.folderId?.trim())
        throw new AppError('FLOW_INVALID', 'Google Drive: name a folder, or choose files.');
      return listFolders({ folders: [form.folderId.trim()] });
    },

    async read({ key }) {
      const one = await find(key);
      const [type, ending = ''] = driveExports[one.mimeType] ?? [undefined];
      const path = `${api}/files/${encodeURIComponent(key)}`;
      const url = type
        ? `${path}/export?mimeType=${encodeURIComponent(type)}`
        : `${path}?alt=media&supportsAllDrives=true`;
      const { bytes } = await askSource({ ...asked, url }, context);
      const version = one.md5Checksum ?? one.modifiedTime;
      return { name: `${one.name}${ending}`, bytes, title: one.name, ...(version && { version }) };
    },
  };
}
