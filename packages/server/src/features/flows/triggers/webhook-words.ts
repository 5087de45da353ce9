import type { WebhookStart } from './flow-start.ts';
import type { WebhookContent } from './read-webhook.ts';

const reference = /\{\{\s*\$webhook\.([\w.$[\]-]{1,500})\s*\}\}/g;

/** The question of a run that a webhook starts: the Start node's text with what the request brought, or all of that. */
export function webhookWords(
  { inputMode, text }: Pick<WebhookStart, 'inputMode' | 'text'>,
  content: WebhookContent,
): string {
  if (inputMode === 'none') return '';
  if (inputMode === 'payload') return JSON.stringify(content);
  return text.replace(reference, (_whole, path: string) => wordsAt(content, path));
}

function wordsAt(content: WebhookContent, path: string): string {
  let value: unknown = content;
  for (const name of path.split(/[.[\]]+/).filter(Boolean)) {
    const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
    value = isObject ? (value as Record<string, unknown>)[name] : undefined;
  }
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
