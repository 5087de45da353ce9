import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';
import { fillDynamicVariables } from '@tendril/contract/voice/dynamic-variables';
import type { VoiceFunction } from '@tendril/contract/voice/voice-function';
import type { CallFunction, FunctionContext, FunctionOutcome } from '../call-function.ts';
import { describeFunction, noArguments } from './describe-function.ts';
import type { FunctionMeans } from './function-means.ts';
import { hideSecrets } from './hide-secrets.ts';
import { readPath } from './read-path.ts';
import { longestResult, sendRequest } from './send-request.ts';

type Custom = Extract<VoiceFunction, { type: 'custom' }>;

/** Headers of the connection, which a form must not set. */
const ownHeaders = new Set(['host', 'content-length', 'connection', 'transfer-encoding', 'upgrade']);

/** Sends a request to an address of the agent's owner and returns the response to the model. */
export function customFunction(asked: Custom, means: FunctionMeans): CallFunction {
  return {
    name: asked.name,
    description: describeFunction(asked.description, `Calls ${asked.name}.`, means),
    parameters: schemaOf(asked.parameters),
    places: `${asked.url} ${Object.values(asked.headers).join(' ')}`,
    ...(asked.speakDuring &&
      asked.speakDuringMessage.trim() !== '' && {
        speakDuring: fillDynamicVariables(asked.speakDuringMessage, means.variables ?? {}),
      }),
    speaksAfter: asked.speakAfter,
    run: (input, context) => callCustom(asked, means, input, context),
  };
}

async function callCustom(
  asked: Custom,
  means: FunctionMeans,
  input: Record<string, unknown>,
  context: FunctionContext,
): Promise<FunctionOutcome> {
  const fill = (text: string) => fillDynamicVariables(text, context.variables);
  const hasBody = asked.method !== 'GET' && asked.method !== 'DELETE';
  const address = URL.parse(fill(asked.url).trim());
  if (!address || !/^https?:$/.test(address.protocol))
    return { isOk: false, result: 'The function has no valid web address, so it was not called.' };
  if (!hasBody)
    for (const [key, value] of Object.entries(input)) address.searchParams.set(key, asText(value));
  const url = address.href;
  const body = hasBody
    ? JSON.stringify(asked.argsAtRoot ? input : { name: asked.name, call: context.call, args: input })
    : '';
  const given = Object.entries(asked.headers)
    .filter(([name]) => name.trim() !== '' && !ownHeaders.has(name.trim().toLowerCase()))
    .map(([name, value]): [string, string] => [name.trim(), fill(value)]);
  const isTyped = given.some(([name]) => name.toLowerCase() === 'content-type');
  const headers = Object.fromEntries([
    ...given,
    ...(hasBody && !isTyped ? [['content-type', 'application/json'] as const] : []),
  ]);
  const { method, timeoutMs } = asked;
  const request = { method, url, headers, body, timeoutMs, signal: context.signal };
  const answer = await sendRequest(means.fetch, request);
  const exchange = { method, url, body, status: answer.status };
  if (answer.status === null)
    return { isOk: false, result: `The function could not be carried out: ${answer.problem}.`, exchange };
  const secrets = given.filter(([name]) => !/^(content-type|accept)/i.test(name)).map(([, value]) => value);
  const text = hideSecrets(answer.text, secrets).slice(0, longestResult);
  if (answer.status < 200 || answer.status > 299) {
    const result = `Error: the function answered with status ${answer.status}. ${text}`.trim();
    return { isOk: false, result: result.slice(0, longestResult), exchange };
  }
  const variables = variablesOf(asked, answer.text);
  return { isOk: true, result: text === '' ? 'Done.' : text, exchange, ...(variables && { variables }) };
}

function schemaOf(text: string): Record<string, unknown> {
  if (text.trim() === '') return { ...noArguments };
  try {
    const schema: unknown = parseShallowJson(text);
    return typeof schema === 'object' && schema !== null
      ? (schema as Record<string, unknown>)
      : { ...noArguments };
  } catch {
    return { ...noArguments };
  }
}

function variablesOf({ responseVariables }: Custom, text: string): Record<string, string> | undefined {
  const wanted = Object.entries(responseVariables).filter(([name, path]) => name !== '' && path !== '');
  if (wanted.length === 0) return undefined;
  let answer: unknown;
  try {
    answer = parseShallowJson(text);
  } catch {
    return undefined;
  }
  const found = wanted.flatMap(([name, path]) => {
    const value = readPath(answer, path);
    return value === undefined ? [] : [[name, value] as const];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
