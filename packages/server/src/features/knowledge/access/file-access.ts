import { AppError } from '@tendril/contract/app-error';
import type { NodeServices } from '@tendril/contract/node/run-context';
import type { Database } from '../../../platform/db/schema.ts';
import { defaultList, mayRead } from './access-list.ts';
import type { AccessedStore } from './chunk-access.ts';

/** Whether somebody may read the stored files of a knowledge base, by their names. */
type MayReadFile = (name: string) => boolean;

/** A file under several lists is readable under one of them; one that no loader names was just brought. */
export async function fileAccess(
  db: Database,
  store: AccessedStore,
  callers: readonly string[],
): Promise<MayReadFile> {
  if (store.audience === 'open') return () => true;
  const tokens = new Set(callers);
  const rows = await db
    .selectFrom('document_store_loader as loader')
    .leftJoin('document_file as file', 'file.loaderId', 'loader.id')
    .select(['loader.files', 'loader.acl as loaderList', 'file.key', 'file.title', 'file.acl as fileList'])
    .where('loader.workspaceId', '=', store.workspaceId)
    .where('loader.storeId', '=', store.id)
    .execute();
  const known = new Map<string, boolean>();
  const note = (name: string, list: string) => known.set(name, known.get(name) || mayRead(list, tokens));
  const namesOf = ({ key, title }: (typeof rows)[number]) => (key === null ? [] : [key, title ?? key]);
  const listed = new Set(rows.flatMap(namesOf));
  for (const row of rows) {
    const list = row.loaderList ?? defaultList;
    for (const { name } of JSON.parse(row.files) as { name: string }[])
      if (!listed.has(name)) note(name, list);
    for (const name of namesOf(row)) note(name, row.fileList ?? list);
  }
  return (name) => known.get(name) ?? true;
}

/** The same services, which read only files that may be read. */
export function withFileAccess(services: NodeServices, may: MayReadFile): NodeServices {
  const { readFile, openFile } = services;
  return {
    ...services,
    async readFile(name) {
      requireReadable(may, name);
      return readFile(name);
    },
    ...(openFile && {
      async openFile(name: string) {
        requireReadable(may, name);
        return openFile(name);
      },
    }),
  };
}

/** Throws FORBIDDEN for a file that may not be read. */
export function requireReadable(may: MayReadFile, name: string): void {
  if (!may(name)) throw new AppError('FORBIDDEN', `You may not read “${name}” of this knowledge base.`);
}
