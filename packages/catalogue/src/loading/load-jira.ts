import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { LoadedPart } from '@tendril/contract/provider/loaded-part';
import * as z from 'zod';
import type { NodeInputs } from '../interfaces/input-types.gen.ts';
import { checkAddress } from '../model/address.ts';
import { asRecord } from '../tools/as-record.ts';
import { jsonApi } from '../tools/json-api.ts';
import { readSecret } from '../tools/read-secret.ts';
import { toPart } from './to-part.ts';

const page = z.object({
  issues: z.array(z.object({ key: z.string(), fields: z.record(z.string(), z.unknown()) })),
  nextPageToken: z.string().nullish(),
});
const fields = 'summary,description,status,priority,issuetype,labels,created,updated,assignee,reporter';
const blocks = /^(paragraph|heading|listItem|codeBlock|blockquote|tableRow|rule)$/;

/** The text of Jira's document format. */
function documentText(node: unknown): string {
  if (typeof node === 'string') return node;
  const { type, text, content } = asRecord(node);
  if (typeof text === 'string') return text;
  if (type === 'hardBreak') return '\n';
  const inner = Array.isArray(content) ? content.map(documentText).join('') : '';
  return typeof type === 'string' && blocks.test(type) ? `${inner}\n` : inner;
}

const nameOf = (value: unknown): string => {
  const { name, displayName } = asRecord(value);
  return String(displayName ?? name ?? '');
};

function issueText(key: string, issue: Readonly<Record<string, unknown>>): string {
  const labels = Array.isArray(issue['labels']) ? issue['labels'].join(', ') : '';
  const lines = [
    `${key}: ${String(issue['summary'] ?? '')}`,
    `Type: ${nameOf(issue['issuetype'])}`,
    `Status: ${nameOf(issue['status'])}`,
    `Priority: ${nameOf(issue['priority'])}`,
    `Assignee: ${nameOf(issue['assignee'])}`,
    `Reporter: ${nameOf(issue['reporter'])}`,
    `Labels: ${labels}`,
    `Created: ${String(issue['created'] ?? '')}`,
  ].filter((line) => !line.endsWith(': '));
  return `${lines.join('\n')}\n\n${documentText(issue['description'])}`.trim();
}

/** The issues of a project, one document each. */
export async function* loadJira(
  { host, projectKey, limitPerRequest, createdAfter }: NodeInputs['jira'],
  context: RunContext,
): AsyncGenerator<LoadedPart> {
  const token = await readSecret(context, 'accessToken', 'Jira');
  const user = await readSecret(context, 'username', 'Jira');
  const base = checkAddress(host, 'Host');
  const basic = Buffer.from(`${user}:${token}`).toString('base64');
  const headers = { authorization: `Basic ${basic}` };
  const ask = jsonApi({ service: 'Jira', base, headers, secrets: [token, basic], maxMegabytes: 10 });
  if (createdAfter && !/^\d{4}-\d{2}-\d{2}/.test(createdAfter))
    throw new AppError('FLOW_INVALID', 'Created After: write a date such as 2026-01-31.');
  const after = createdAfter ? ` AND created >= "${createdAfter.slice(0, 10)}"` : '';
  const jql = `project = "${projectKey.replace(/["\\]/g, '')}"${after} ORDER BY created ASC`;
  let nextPageToken: string | undefined;
  let done = 0;
  do {
    const query = { jql, fields, maxResults: limitPerRequest ?? 100, nextPageToken };
    const found = await ask('/rest/api/3/search/jql', { query, shape: page }, context);
    for (const { key, fields: issue } of found.issues) {
      done += 1;
      yield toPart(issueText(key, issue), { source: `${base}/browse/${key}`, key }, done);
    }
    nextPageToken = found.nextPageToken ?? undefined;
  } while (nextPageToken);
}
