import { APICallError } from '@ai-sdk/provider';
import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';

const mostCharacters = 500;

/** The text without the secret that was sent: some vendors repeat it. */
export function withoutSecret(text: string, secret: string | undefined): string {
  return secret ? text.replaceAll(secret, '…') : text;
}

/** `{error: {message}}`, `{error}`, `{message}`, `{detail}`, `{errors: [{message}]}`, alone or in a list. */
function messageIn(answer: unknown): string | undefined {
  if (typeof answer === 'string') return answer || undefined;
  if (Array.isArray(answer)) return messageIn(answer[0]);
  if (typeof answer !== 'object' || answer === null) return undefined;
  const { error, message, detail, errors, msg } = answer as Record<string, unknown>;
  return messageIn(error) ?? messageIn(message) ?? messageIn(detail) ?? messageIn(errors) ?? messageIn(msg);
}

/** A refused request as an error with the vendor's own reason, its status and its headers. */
export async function readRefusal(
  response: Response,
  url: string,
  secret: string | undefined,
): Promise<APICallError> {
  const text = await response.text();
  let message = text.slice(0, mostCharacters) || response.statusText;
  try {
    message = messageIn(parseShallowJson(text)) ?? message;
  } catch {
    // An error that is not JSON is passed on as it is.
  }
  return new APICallError({
    message: withoutSecret(message, secret),
    url,
    requestBodyValues: {},
    statusCode: response.status,
    responseHeaders: Object.fromEntries(response.headers),
  });
}
