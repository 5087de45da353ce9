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
import { ignoredBy, repositoryOf } from '../loading/github-paths.ts';
import { checkAddress } from '../model/address.ts';
import { findKey } from '../model/read-key.ts';
import { githubReaders } from './access/github-readers.ts';
import { askSource, askSourceJson } from './ask-source.ts';
import { skipReason } from './skip-reason.ts';

type Form = Pick<
  NodeInputs['github'],
  'repoLink' | 'branch' | 'recursive' | 'githubBaseUrl' | 'githubInstanceApi' | 'ignorePath'
>;

const item = z.object({ path: z.string(), type: z.string(), sha: z.string(), size: z.number().optional() });
const tree = z.object({ sha: z.string(), truncated: z.boolean().optional(), tree: z.array(item) });
/** Folders that are still to be listed, one by one, where a repository is too large for one answer. */
const waitingFolders = z.array(z.tuple([z.string(), z.string()]));
const foldersAtOnce = 20;

/** The files of a branch; the hash of a blob changes with its content. */
export async function openGithubSource(
  form: Form,
  context: RunContext,
  { access: asksAccess = false }: SourceAsked = {},
): Promise<DocumentSource> {
  const base = checkAddress(form.githubBaseUrl || 'https://github.com', 'Github Base URL');
  const api = checkAddress(form.githubInstanceApi || 'https://api.github.com', 'Github Instance API');
  const { owner, name } = repositoryOf(form.repoLink, base);
  const token = await findKey(context, 'accessToken');
  const authorization = token && { authorization: `Bearer ${token}` };
  const headers = { accept: 'application/vnd.github+json', 'user-agent': 'tendril', ...authorization };
  const asked = { service: 'GitHub', headers, ...(token && { secret: token }) };
  const repository = `${api}/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`;
  const branch = form.branch.trim();
  const isIgnored = ignoredBy(form.ignorePath);
  const readers = asksAccess ? await githubReaders({ api, owner, name, asked }, context) : undefined;
  const access = readers?.toEntry();

  const readTree = async (sha: string, isDeep: boolean) => {
    const url = `${repository}/git/trees/${encodeURIComponent(sha)}${isDeep ? '?recursive=1' : ''}`;
    return (await askSourceJson({ ...asked, url, shape: tree }, context)).answer;
  };
  const toEntries = (items: z.infer<typeof item>[], folder: string): SourceEntry[] =>
    items.flatMap((one) => {
      const key = folder + one.path;
      if (one.type !== 'blob' || isIgnored(key)) return [];
      const skipped = skipReason(key.split('/').at(-1) ?? key, one.size);
      const url = `${base}/${owner}/${name}/blob/${branch}/${key}`;
      const entry = { key, version: one.sha, title: key, url, ...access };
      return [{ ...entry, ...(one.size !== undefined && { bytes: one.size }), ...(skipped && { skipped }) }];
    });

  /** Folder by folder, because one answer does not hold them all. */
  async function listFolders(waiting: [folder: string, sha: string][]): Promise<SourcePage> {
    const entries: SourceEntry[] = [];
    for (let count = 0; count < foldersAtOnce && waiting.length > 0; count += 1) {
      const [folder, sha] = waiting.shift() as [string, string];
      const found = await readTree(sha, false);
      if (found.truncated)
        throw new AppError('TOO_LARGE', `GitHub: the folder "${folder}" is too large to be listed.`);
      entries.push(...toEntries(found.tree, folder));
      if (form.recursive !== false)
        for (const one of found.tree)
          if (one.type === 'tree') waiting.push([`${folder}${one.path}/`, one.sha]);
    }
    return { entries, isWhole: true, ...(waiting.length > 0 && { next: JSON.stringify(waiting) }) };
  }

  return {
    hasContentVersions: true,

    async list(cursor) {
      if (cursor !== undefined) return listFolders(waitingFolders.parse(JSON.parse(cursor)));
      const found = await readTree(branch, form.recursive !== false);
      if (found.truncated) return listFolders([['', found.sha]]);
      return { entries: toEntries(found.tree, ''), isWhole: true };
    },

    async read({ key, version }) {
      const url = `${repository}/git/blobs/${encodeURIComponent(version ?? '')}`;
      const raw = { ...headers, accept: 'application/vnd.github.raw+json' };
      const { bytes } = await askSource({ ...asked, headers: raw, url }, context);
      return { name: key.split('/').at(-1) ?? key, bytes };
    },
  };
}
