import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { DocumentSource, SourceAsked } from '@tendril/contract/provider/document-source';
import * as z from 'zod';
import { checkAddress } from '../model/address.ts';
import { findKey } from '../model/read-key.ts';
import { gitlabReaders } from './access/gitlab-readers.ts';
import { askSource, askSourceJson } from './ask-source.ts';
import { skipReason } from './skip-reason.ts';

interface GitlabForm {
  projectUrl: string;
  branch: string;
  folder?: string | undefined;
  apiUrl?: string | undefined;
}

const items = z.array(z.object({ id: z.string(), path: z.string(), type: z.string() }));
const pageSize = 100;

/** The files of a branch of a project at GitLab; the hash of a blob changes with its content. */
export async function openGitlabSource(
  form: GitlabForm,
  context: RunContext,
  { access: asksAccess = false }: SourceAsked = {},
): Promise<DocumentSource> {
  const project = new URL(checkAddress(form.projectUrl, 'Project URL'));
  const path = project.pathname.replace(/^\//, '').replace(/\.git$/, '');
  if (!path.includes('/'))
    throw new AppError('FLOW_INVALID', 'Project URL: this is not the address of a project.');
  const token = await findKey(context, 'accessToken');
  const api = checkAddress(form.apiUrl?.trim() || `${project.origin}/api/v4`, 'API URL');
  const headers = { ...(token && { authorization: `Bearer ${token}` }) };
  const asked = { service: 'GitLab', headers, ...(token && { secret: token }) };
  const url = `${api}/projects/${encodeURIComponent(path)}`;
  const repository = `${url}/repository`;
  const readers = asksAccess ? await gitlabReaders({ url, api, asked }, context) : undefined;
  const access = readers?.toEntry();
  const branch = form.branch.trim();

  return {
    hasContentVersions: true,

    async list(cursor = '1') {
      const query = new URLSearchParams({
        recursive: 'true',
        per_page: String(pageSize),
        page: cursor,
        ref: branch,
      });
      if (form.folder?.trim()) query.set('path', form.folder.trim().replace(/^\/|\/$/g, ''));
      const request = { ...asked, url: `${repository}/tree?${query}`, shape: items };
      const { answer, headers: given } = await askSourceJson(request, context);
      const entries = answer
        .filter(({ type }) => type === 'blob')
        .map(({ id, path: key }) => {
          const skipped = skipReason(key.split('/').at(-1) ?? key);
          const link = `${project.origin}/${path}/-/blob/${branch}/${key}`;
          return { key, version: id, title: key, url: link, ...access, ...(skipped && { skipped }) };
        });
      // Without the header, a full page means that there may be more.
      const named = given.get('x-next-page');
      const next = named ?? (answer.length === pageSize ? String(Number(cursor) + 1) : '');
      return { entries, isWhole: true, ...(next !== '' && { next }) };
    },

    async read({ key, version }) {
      const blob = `${repository}/blobs/${encodeURIComponent(version ?? '')}/raw`;
      const { bytes } = await askSource({ ...asked, url: blob }, context);
      return { name: key.split('/').at(-1) ?? key, bytes };
    },
  };
}
