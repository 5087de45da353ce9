import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { DocumentSource } from '@tendril/contract/provider/document-source';
import { skipReason } from './skip-reason.ts';

interface FolderForm {
  folder: string;
  below?: string | undefined;
}

/** The files of a folder of the server that its operator allows to be read. */
export async function openFolderSource(
  { folder, below = '' }: FolderForm,
  { services, signal }: RunContext,
): Promise<DocumentSource> {
  const { folders } = services;
  if (!folders)
    throw new AppError(
      'FORBIDDEN',
      'This server allows no folder of its own to be read. Its operator can name some in KNOWLEDGE_FOLDERS.',
    );
  return {
    hasContentVersions: false,

    async list() {
      const { files, isWhole } = await folders.list(folder, below, signal);
      const entries = files.map(({ path, bytes, changedAt }) => {
        const name = path.split('/').at(-1) ?? path;
        const skipped = skipReason(name, bytes);
        return {
          key: path,
          version: `${changedAt}/${bytes}`,
          title: path,
          url: null,
          bytes,
          at: changedAt,
          ...(skipped !== undefined && { skipped }),
        };
      });
      return { entries, isWhole, ...(!isWhole && { note: 'Some folders in it could not be read.' }) };
    },

    read: async ({ key }) => ({ name: key.split('/').at(-1) ?? key, bytes: await folders.read(folder, key) }),
  };
}
