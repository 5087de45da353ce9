import { AppError } from '@tendril/contract/app-error';
import type { Scope } from '../../../platform/db/scope.ts';
import type { Egress } from '../../../platform/egress/egress.ts';

const openAiAddress = 'https://api.openai.com/v1';
const limitMs = 30_000;
const pageSize = 100;
const mostPages = 20;

interface VendorParts {
  egress: Pick<Egress, 'of'>;
  openCredential(scope: Scope, id: string): Promise<Record<string, string>>;
  /** Another server with the same API. */
  address?: string;
}

/** An assistant in the vendor's format. */
interface VendorAssistant extends Record<string, unknown> {
  id: string;
  name?: string | null | undefined;
}

/** OpenAI's assistants, while OpenAI serves them: it shuts the API down on 26 August 2026. */
export function createOpenAiAssistants({ egress, openCredential, address = openAiAddress }: VendorParts) {
  async function ask(scope: Scope, credential: string, path: string, method = 'GET'): Promise<unknown> {
    const { openAIApiKey: key } = await openCredential(scope, credential);
    if (!key) throw new AppError('CREDENTIAL_MISSING', 'The selected secret does not contain an OpenAI key.');
    const headers = { authorization: `Bearer ${key}`, 'openai-beta': 'assistants=v2' };
    const init = { method, headers };
    const response = await egress
      .of(scope.workspaceId)
      .fetch(address + path, init, { timeoutMs: limitMs })
      .catch((cause: unknown) => {
        if (cause instanceof AppError) throw cause;
        throw new AppError('PROVIDER_UNAVAILABLE', 'OpenAI could not be reached.', { cause });
      });
    if (!response.ok) throw refusal(response.status, await reasonOf(response));
    return response.json().catch((cause: unknown) => {
      throw new AppError('PROVIDER_REFUSED', 'OpenAI returned a response that is not JSON.', { cause });
    });
  }

  return {
    /** All that the key can see, newest first. Throws PROVIDER_* and CREDENTIAL_MISSING. */
    async list(scope: Scope, credential: string): Promise<VendorAssistant[]> {
      const found: VendorAssistant[] = [];
      let after = '';
      for (let page = 0; page < mostPages; page += 1) {
        const cursor = after === '' ? '' : `&after=${encodeURIComponent(after)}`;
        const answer = (await ask(scope, credential, `/assistants?limit=${pageSize}${cursor}`)) as {
          data?: unknown;
          has_more?: unknown;
        };
        const some = Array.isArray(answer.data) ? answer.data.filter(isAssistant) : [];
        found.push(...some);
        after = some.at(-1)?.id ?? '';
        if (answer.has_more !== true || after === '') break;
      }
      return found;
    },

    /** Also throws NOT_FOUND. */
    async read(scope: Scope, credential: string, id: string): Promise<VendorAssistant> {
      const answer = await ask(scope, credential, `/assistants/${encodeURIComponent(id)}`);
      if (!isAssistant(answer)) throw new AppError('PROVIDER_REFUSED', 'OpenAI returned no assistant.');
      return answer;
    },

    /** One that is already gone is no error. */
    async remove(scope: Scope, credential: string, id: string): Promise<void> {
      await ask(scope, credential, `/assistants/${encodeURIComponent(id)}`, 'DELETE').catch(
        (error: unknown) => {
          if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
        },
      );
    },
  };
}

export type OpenAiAssistants = ReturnType<typeof createOpenAiAssistants>;

function isAssistant(value: unknown): value is VendorAssistant {
  return typeof value === 'object' && value !== null && typeof (value as { id?: unknown }).id === 'string';
}

async function reasonOf(response: Response): Promise<string> {
  const body = (await response.json().catch(() => ({}))) as { error?: { message?: unknown } } | null;
  const message = body?.error?.message;
  return typeof message === 'string' ? message.slice(0, 300) : '';
}

function refusal(status: number, reason: string): AppError {
  const reasonText = reason === '' ? '' : ` ${reason}`;
  if (status === 401 || status === 403)
    return new AppError('PROVIDER_UNAUTHORIZED', `OpenAI rejected the key.${reasonText}`);
  if (status === 404) return new AppError('NOT_FOUND', `OpenAI has no such assistant.${reasonText}`);
  if (status === 410)
    return new AppError('PROVIDER_REFUSED', `OpenAI has shut its Assistants API down.${reasonText}`);
  if (status === 429)
    return new AppError('PROVIDER_RATE_LIMITED', `OpenAI is rate-limiting this key.${reasonText}`);
  return new AppError(
    status >= 500 ? 'PROVIDER_UNAVAILABLE' : 'PROVIDER_REFUSED',
    `OpenAI answered ${status}.${reasonText}`,
  );
}
