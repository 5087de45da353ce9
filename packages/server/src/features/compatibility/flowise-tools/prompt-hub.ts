import type { Answer } from '@tendril/contract/api/endpoint';
import type { listHubPrompts, loadHubPrompt } from '@tendril/contract/api/flowise-tools';
import { AppError } from '@tendril/contract/app-error';
import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';
import * as z from 'zod';
import type { Scope } from '../../../platform/db/scope.ts';
import type { Egress } from '../../../platform/egress/egress.ts';

const hubAddress = 'https://api.smith.langchain.com';
const limits = { timeoutMs: 20_000, maxBytes: 4 * 1024 * 1024 };

const list = z.object({ repos: z.array(z.looseObject({})) });
const template = z.object({ kwargs: z.object({ template: z.string() }) });
const message = z.object({ id: z.array(z.string()), kwargs: z.object({ prompt: template }) });
const commit = z.object({
  manifest: z.object({
    kwargs: z.object({ messages: z.array(z.unknown()).optional(), template: z.string().optional() }),
  }),
});

const kinds = [
  ['SystemMessagePromptTemplate', 'systemMessagePrompt', 'System Message'],
  ['HumanMessagePromptTemplate', 'humanMessagePrompt', 'Human Message'],
  ['AIMessagePromptTemplate', 'aiMessagePrompt', 'AI Message'],
] as const;

interface HubParts {
  egress: Pick<Egress, 'of'>;
  /** Another server with the same API. */
  address?: string;
}

type Templates = Answer<typeof loadHubPrompt>['templates'];

/** Public prompts of the LangChain hub, read without a key. */
export function createPromptHub({ egress, address = hubAddress }: HubParts) {
  async function get(scope: Scope, path: string, signal: AbortSignal): Promise<unknown> {
    const asked = egress.of(scope.workspaceId).fetch(address + path, { signal }, limits);
    const response = await asked.catch((cause: unknown) => {
      if (cause instanceof AppError) throw cause;
      throw new AppError('PROVIDER_UNAVAILABLE', 'The LangChain hub could not be reached.', { cause });
    });
    if (response.status === 404) throw new AppError('NOT_FOUND', 'The LangChain hub has no such prompt.');
    if (!response.ok)
      throw new AppError('PROVIDER_UNAVAILABLE', `The LangChain hub answered ${response.status}.`);
    return parseShallowJson(await response.text());
  }

  return {
    /** The hundred most liked ones; without any where the hub fails, as Flowise's clients expect it. */
    async list(
      scope: Scope,
      tags: string | undefined,
      signal: AbortSignal,
    ): Promise<Answer<typeof listHubPrompts>> {
      const query = new URLSearchParams({
        limit: '100',
        ...(tags && { tags }),
        has_commits: 'true',
        sort_field: 'num_likes',
        sort_direction: 'desc',
        is_archived: 'false',
        is_public: 'true',
      });
      const answer = await get(scope, `/repos/?${query}`, signal).catch(() => undefined);
      const read = list.safeParse(answer);
      return read.success ? { status: 'OK', repos: read.data.repos } : { status: 'ERROR', repos: [] };
    },

    /** Throws NOT_FOUND, PROVIDER_UNAVAILABLE, and PROVIDER_REFUSED for what is no prompt. */
    async load(scope: Scope, prompt: string, signal: AbortSignal): Promise<Answer<typeof loadHubPrompt>> {
      const [name = '', version = 'latest'] = prompt.split(':');
      // A name without its owner means one of the hub's own.
      const path = name.includes('/') ? name : `-/${name}`;
      const read = commit.safeParse(await get(scope, `/commits/${path}/${version}`, signal));
      if (!read.success)
        throw new AppError(
          'PROVIDER_REFUSED',
          'The LangChain hub answered with something that is no prompt.',
        );
      const { messages, template: text } = read.data.manifest.kwargs;
      const templates =
        messages?.flatMap(toTemplates) ?? (text === undefined ? [] : [{ type: 'template', template: text }]);
      return { status: 'OK', prompt, templates };
    },
  };
}

export type PromptHub = ReturnType<typeof createPromptHub>;

// Placeholders for messages, and pictures, have no text.
function toTemplates(value: unknown): Templates {
  const read = message.safeParse(value);
  if (!read.success) return [];
  const kind = kinds.find(([id]) => read.data.id.includes(id));
  const { template: text } = read.data.kwargs.prompt.kwargs;
  return [{ type: kind?.[1] ?? 'template', typeDisplay: kind?.[2] ?? 'Message', template: text }];
}
