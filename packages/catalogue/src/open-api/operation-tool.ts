import type { RunContext } from '@tendril/contract/node/run-context';
import type { Tool } from '@tendril/contract/provider/tool';
import { runUserCode } from '../code/run-user-code.ts';
import { fieldsSchema } from '../text/fields-schema.ts';
import { toPromptText } from '../text/format-prompt.ts';
import { readLimited } from '../text/read-limited.ts';
import { asRecord } from '../tools/as-record.ts';
import { boundedText } from '../tools/bounded-text.ts';
import { serviceFetch } from '../tools/service-fetch.ts';
import type { ApiOperation } from './api-operations.ts';
import { type BuiltRequest, buildRequest } from './build-request.ts';

/** As much as a model can usefully read at once. */
const maxBytes = 15_000;

interface OperationTool {
  nodeId: string;
  operation: ApiOperation;
  /** Sent with every request. */
  headers: Record<string, string> | undefined;
  removeNulls: boolean;
  /** Its answer is the agent's answer. */
  isDirect?: boolean;
  /** Code that makes the request and gives its answer, with `$url` and `$options`. */
  code: string | undefined;
}

async function send({ url, options }: BuiltRequest, context: RunContext): Promise<string> {
  const response = await serviceFetch(context)(url, { ...options, signal: context.signal });
  const { text, isCut } = await readLimited(response, maxBytes);
  const status = response.ok ? '' : `HTTP ${response.status}\n`;
  return `${status}${text}${isCut ? '\n[cut after 15 kB]' : ''}`;
}

function withoutNulls(input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}

/** An operation of an API as a tool. */
export function operationTool({
  nodeId,
  operation,
  headers,
  removeNulls,
  isDirect,
  code,
}: OperationTool): Tool {
  const { name, description, request } = operation;
  const rows = request.parameters.map((parameter) => ({ ...parameter, property: parameter.name }));
  return {
    nodeId,
    name,
    description,
    inputSchema: fieldsSchema(rows, 'property'),
    ...(isDirect && { isDirect }),
    async execute(given, context) {
      const input = removeNulls ? withoutNulls(asRecord(given)) : asRecord(given);
      const { url, options } = buildRequest(request, input, context.variables);
      const built = { url, options: { ...options, headers: { ...options.headers, ...headers } } };
      if (!code?.trim()) return { text: await send(built, context) };
      const variables = { ...input, url, options: built.options };
      const value = await runUserCode({ code, variables, nodeId, name }, context);
      return { text: boundedText(toPromptText(value)) };
    },
  };
}
