import type { NodeServices } from '@tendril/contract/node/run-context';
import type { Answer } from '@tendril/contract/provider/answer';
import { toSandboxFetch } from '@tendril/contract/provider/sandbox-fetch';
import type { RunnableFlow } from '../flows/public.ts';

/** What the code sees as `$flow` beside the answer. */
interface PostProcessing {
  code: string;
  answer: Answer;
  question: string;
  chatId: string;
  sessionId: string;
  flowId: string;
  variables: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

/** The code by which a flow's owner rewrites each answer, if enabled. */
export function postProcessingCode({
  chatbotConfig,
}: Pick<RunnableFlow, 'chatbotConfig'>): string | undefined {
  const settings = chatbotConfig['postProcessing'] as Record<string, unknown> | null | undefined;
  const code = settings?.['customFunction'];
  if (settings?.['enabled'] !== true || typeof code !== 'string') return undefined;
  return readCode(code).trim() || undefined;
}

// Flowise stores the code as JSON text; typed in here it is plain.
function readCode(text: string): string {
  if (!text.startsWith('"')) return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : text;
  } catch {
    return text;
  }
}

/** The text of an answer, whatever its form. */
export function answerText({ text, json }: Answer): string {
  return text ?? (json === undefined ? '' : JSON.stringify(json));
}

/** Runs the code on an answer, in the sandbox; text that it returns replaces the answer's. Rethrows its errors. */
export async function postProcess(services: NodeServices, asked: PostProcessing): Promise<Answer> {
  const { answer, sessionId, chatId } = asked;
  const history = await services.readHistory(sessionId);
  const { value } = await services.sandbox.run({
    code: asked.code,
    variables: {
      $vars: asked.variables,
      $flow: {
        rawOutput: answerText(answer),
        input: asked.question,
        chatHistory: history.map(({ role, content }) => ({
          role: role === 'user' ? 'userMessage' : 'apiMessage',
          content,
        })),
        chatflowId: asked.flowId,
        sessionId,
        chatId,
        sourceDocuments: toPlain(answer.sourceDocuments ?? []),
        usedTools: toPlain(answer.usedTools ?? []),
      },
    },
    signal: asked.signal,
    fetch: toSandboxFetch(services.fetch),
    ...(services.openStream && { openStream: services.openStream }),
  });
  if (value === undefined || value === null) throw new Error('The code returned nothing.');
  const { text: _text, json: _json, ...rest } = answer;
  if (typeof value === 'object') return { ...rest, json: value };
  return { ...rest, text: String(value) };
}

function toPlain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown;
}
