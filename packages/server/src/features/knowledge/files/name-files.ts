import { storedNames } from '@tendril/catalogue/retrieval/read-flow-files';
import { AppError } from '@tendril/contract/app-error';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import { fileValue, type LoaderRow, type ProcessParts, storeLoaderStore } from '../document-stores/public.ts';
import { fileFieldOf } from './loader-files.ts';

const longestSource = 500;

interface NamedFile {
  name: string;
  size: number;
  mimePrefix: string;
}

interface NamesChange {
  added?: readonly NamedFile[];
  without?: ReadonlySet<string>;
}

/** Changes the names of files in a loader's settings. Its caller has locked the knowledge base. */
export async function nameFiles(
  parts: Pick<ProcessParts, 'nodes'>,
  trx: DatabaseTransaction,
  { id, workspaceId, loaderId }: LoaderRow,
  { added = [], without = new Set() }: NamesChange,
): Promise<void> {
  const field = await fileFieldOf(parts, { loaderId });
  const loaders = storeLoaderStore(trx);
  const present = await loaders.find({ workspaceId }, id);
  if (!present) throw new AppError('NOT_FOUND', 'The loader was deleted.');
  const config = JSON.parse(present.loaderConfig) as Record<string, unknown>;
  const value = config[field];
  const before = typeof value === 'string' ? (storedNames(value) ?? []) : [];
  const names = [...new Set([...before, ...added.map(({ name }) => name)])].filter(
    (name) => !without.has(name),
  );
  const described = new Map((JSON.parse(present.files) as NamedFile[]).map((file) => [file.name, file]));
  for (const file of added) described.set(file.name, file);
  await loaders.update({ workspaceId }, id, {
    loaderConfig: JSON.stringify({ ...config, [field]: fileValue(names) }),
    files: JSON.stringify(names.flatMap((name) => described.get(name) ?? [])),
    source: names.join(', ').slice(0, longestSource),
  });
}
