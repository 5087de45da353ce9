import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { LoadedPart } from '@tendril/contract/provider/loaded-part';
import * as z from 'zod';
import type { NodeInputs } from '../interfaces/input-types.gen.ts';
import { checkAddress } from '../model/address.ts';
import { findKey } from '../model/read-key.ts';
import { jsonApi } from '../tools/json-api.ts';
import { ignoredBy, repositoryOf } from './github-paths.ts';
import { toPart } from './to-part.ts';

type Form = NodeInputs['github'];

const tree = z.object({
  truncated: z.boolean().optional(),
  tree: z.array(
    z.object({ path: z.string(), type: z.string(), sha: z.string(), size: z.number().optional() }),
  ),
});
const blob = z.object({ content: z.string(), encoding: z.string() });
const mostBytes = 1024 * 1024;
const mostFiles = 2000;
const notText =
  /\.(png|jpe?g|gif|webp|ico|svg|pdf|zip|gz|tgz|jar|woff2?|ttf|otf|eot|mp[34]|mov|wav|exe|dll|so|bin|lock)$/i;

/** The text files of a branch, one document each. */
export async function* loadGithub(form: Form, context: RunContext): AsyncGenerator<LoadedPart> {
  const base = checkAddress(form.githubBaseUrl || 'https://github.com', 'Github Base URL');
  const { owner, name } = repositoryOf(form.repoLink, base);
  const token = await findKey(context, 'accessToken');
  const ask = jsonApi({
    service: 'GitHub',
    base: checkAddress(form.githubInstanceApi || 'https://api.github.com', 'Github Instance API'),
    headers: {
      accept: 'application/vnd.github+json',
      'user-agent': 'tendril',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    secrets: token ? [token] : [],
    maxMegabytes: 10,
  });
  const repository = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`;
  const branch = form.branch.trim();
  const found = await ask(
    `${repository}/git/trees/${encodeURIComponent(branch)}`,
    { query: { recursive: form.recursive ? 1 : undefined }, shape: tree },
    context,
  );
  if (found.truncated)
    throw new AppError('TOO_LARGE', 'GitHub: the repository is too large to be listed at once.');
  const isIgnored = ignoredBy(form.ignorePath);
  const files = found.tree.filter(
    ({ type, path, size = 0 }) =>
      type === 'blob' && size <= mostBytes && !notText.test(path) && !isIgnored(path),
  );
  if (files.length > mostFiles)
    throw new AppError('TOO_LARGE', `GitHub: the branch has more than ${mostFiles} text files. Ignore some.`);
  for (const [index, { path, sha }] of files.entries()) {
    const { content, encoding } = await ask(`${repository}/git/blobs/${sha}`, { shape: blob }, context);
    const text = encoding === 'base64' ? Buffer.from(content, 'base64').toString('utf8') : content;
    const source = `${base}/${owner}/${name}/blob/${branch}/${path}`;
    if (!text.includes('\0'))
      yield toPart(
        text,
        { source: path, url: source, repository: `${base}/${owner}/${name}`, branch },
        index + 1,
        files.length,
      );
  }
}
