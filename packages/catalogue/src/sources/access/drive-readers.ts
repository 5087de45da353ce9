import * as z from 'zod';
import { askSourceJson, type SourceContext } from '../ask-source.ts';
import { unlessRefused } from './is-refused.ts';
import { KnownReaders } from './known-readers.ts';

export const drivePermission = z.object({
  type: z.string(),
  emailAddress: z.string().optional(),
  domain: z.string().optional(),
  /** False for what is only found by those who have the link. */
  allowFileDiscovery: z.boolean().optional(),
  deleted: z.boolean().optional(),
  expirationTime: z.string().optional(),
});
type DrivePermission = z.infer<typeof drivePermission>;

export const permissionFields = 'type,emailAddress,domain,allowFileDiscovery,deleted,expirationTime';
const listed = z.object({ permissions: z.array(drivePermission), nextPageToken: z.string().optional() });

/** Who is named by the permissions of a file of Google Drive. */
export function driveReaders(permissions: readonly DrivePermission[]): KnownReaders {
  const readers = new KnownReaders();
  const now = Date.now();
  for (const { type, emailAddress, domain, allowFileDiscovery, deleted, expirationTime } of permissions) {
    if (deleted || (expirationTime !== undefined && Date.parse(expirationTime) < now)) continue;
    if (type === 'user') readers.addPerson(emailAddress);
    else if (type === 'group') readers.addGroup(emailAddress?.toLowerCase());
    else if (allowFileDiscovery === false) readers.addUnknown('anyone with the link');
    else if (type === 'anyone') readers.tokens.add('public');
    else if (type === 'domain') readers.addUnknown(`everyone at ${domain ?? 'a domain'}`);
  }
  return readers;
}

/** Undefined where they are not said to this account. */
async function askPermissions(
  file: string,
  asked: { service: string; headers: Record<string, string>; secret: string },
  context: SourceContext,
): Promise<DrivePermission[] | undefined> {
  const found: DrivePermission[] = [];
  for (let token: string | undefined = ''; token !== undefined; ) {
    const query = new URLSearchParams({
      fields: `nextPageToken,permissions(${permissionFields})`,
      pageSize: '100',
      supportsAllDrives: 'true',
      ...(token !== '' && { pageToken: token }),
    });
    const request = { ...asked, url: `${file}/permissions?${query}`, shape: listed };
    const page: z.infer<typeof listed> | undefined = (await unlessRefused(askSourceJson(request, context)))
      ?.answer;
    if (!page) return undefined;
    found.push(...page.permissions);
    token = page.nextPageToken;
  }
  return found;
}

/** A listing leaves permissions out for files of shared drives. */
export async function withPermissions<F extends { permissions?: DrivePermission[] | undefined }>(
  file: F,
  ...asking: Parameters<typeof askPermissions>
): Promise<F> {
  if (file.permissions) return file;
  return { ...file, permissions: await askPermissions(...asking) };
}
