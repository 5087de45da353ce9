import { AppError } from '@tendril/contract/app-error';
import type { FlowData } from '@tendril/contract/flow/flow';
import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';
import * as z from 'zod';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { Egress } from '../../../platform/egress/egress.ts';
import type { RunnableFlow } from '../../flows/flows/public.ts';

/** What an answer records of the files it has written. */
const annotations = z.array(z.looseObject({ fileName: z.string().optional() }));

const address = 'https://api.openai.com/v1';
const limitMs = 60_000;
const maxBytes = 50 * 1024 * 1024;

interface AssistantFileParts {
  db: Database;
  egress: Pick<Egress, 'of'>;
  openCredential(scope: Scope, id: string): Promise<Record<string, string>>;
  openFlow(flow: RunnableFlow, versionId: string): Promise<{ flowData: FlowData }>;
}

/** Files that an OpenAI assistant of a flow has written; they are stored at the vendor. */
export function createAssistantFiles({ db, egress, openCredential, openFlow }: AssistantFileParts) {
  async function readKey(flow: RunnableFlow): Promise<{ key: string; base: string }> {
    const { flowData } = await openFlow(flow, flow.liveVersionId);
    const assistant = flowData.nodes.find(({ data }) => data.name === 'openAIAssistant');
    if (!assistant) throw new AppError('NOT_FOUND', 'This flow has no assistant that creates files.');
    const { credential, inputs } = assistant.data;
    const secret = credential ? await openCredential(flow, String(credential)) : {};
    const key = secret['openAIApiKey'];
    if (!key) throw new AppError('CREDENTIAL_MISSING', 'The assistant of this flow needs an OpenAI key.');
    const basepath = inputs?.['basepath'];
    return {
      key,
      base: typeof basepath === 'string' && basepath ? basepath.replace(/(?<!\/)\/+$/, '') : address,
    };
  }

  async function get({ workspaceId }: Scope, url: string, key: string): Promise<Response> {
    const headers = { authorization: `Bearer ${key}` };
    const init = { timeoutMs: limitMs, maxBytes };
    const asked = egress.of(workspaceId).fetch(url, { headers }, init);
    const response = await asked.catch((cause: unknown) => {
      if (cause instanceof AppError) throw cause;
      throw new AppError('PROVIDER_UNAVAILABLE', 'OpenAI could not be reached.', { cause });
    });
    if (response.ok) return response;
    if (response.status === 404) throw missing();
    const isKey = response.status === 401 || response.status === 403;
    throw new AppError(
      isKey ? 'PROVIDER_UNAUTHORIZED' : 'PROVIDER_REFUSED',
      `OpenAI answered ${response.status}.`,
    );
  }

  return {
    /** A file that an answer of the chat has named. Throws NOT_FOUND, CREDENTIAL_MISSING, and the vendor's refusals. */
    async download(flow: RunnableFlow, chatId: string, fileName: string): Promise<Buffer> {
      // The key opens every file of its account: only those named by an answer of this chat are fetched with it.
      if (!(await isNamedIn(db, flow, chatId, fileName))) throw missing();
      const { key, base } = await readKey(flow);
      const list = (await (await get(flow, `${base}/files?purpose=assistants_output`, key)).json()) as {
        data?: { id?: unknown; filename?: unknown }[];
      };
      const found = list.data?.find(
        ({ filename }) => typeof filename === 'string' && isName(filename, fileName),
      );
      if (!found) throw missing();
      const content = await get(flow, `${base}/files/${encodeURIComponent(String(found.id))}/content`, key);
      return Buffer.from(await content.arrayBuffer());
    },
  };
}

export type AssistantFiles = ReturnType<typeof createAssistantFiles>;

async function isNamedIn(
  db: Database,
  { workspaceId, id }: RunnableFlow,
  chatId: string,
  fileName: string,
): Promise<boolean> {
  const rows = await db
    .selectFrom('chat_message')
    .select('fileAnnotations')
    .where('workspaceId', '=', workspaceId)
    .where('flowId', '=', id)
    .where('chatId', '=', chatId)
    .where('fileAnnotations', 'is not', null)
    .execute();
  return rows.some(({ fileAnnotations }) => {
    const read = annotations.safeParse(parseShallowJson(fileAnnotations ?? '[]'));
    return read.success && read.data.some((one) => one.fileName === fileName);
  });
}

// The vendor prefixes the name with the path on its own machine.
function isName(vendorName: string, name: string): boolean {
  return vendorName === name || vendorName.split('/').at(-1) === name;
}

function missing(): AppError {
  return new AppError('NOT_FOUND', 'File not found.');
}
