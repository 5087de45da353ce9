import { toSnakeCase } from '@tendril/catalogue/open-api/identifiers';
import { parseDescription } from '@tendril/catalogue/open-api/parse-description';
import type { Answer, Body } from '@tendril/contract/api/endpoint';
import type {
  importToolFiles,
  NeededVariable,
  readCurl,
  readOpenApi,
} from '@tendril/contract/api/tool-imports';
import { AppError } from '@tendril/contract/app-error';
import type { Scope } from '../../../platform/db/scope.ts';
import type { Egress } from '../../../platform/egress/egress.ts';
import { curlRequest } from './curl-request.ts';
import { readCurlWords } from './curl-words.ts';
import { openApiTools } from './openapi-tools.ts';
import { requestDraft, variablesOf } from './request-draft.ts';
import { readToolFile } from './tool-file.ts';
import type { ToolService } from './tools.ts';

const maxBytes = 4_000_000;
const fetchTimeoutMs = 20_000;

interface ToolImportParts {
  tools: ToolService;
  egress: Egress;
  /** Names of the workspace's variables. */
  findVariables(scope: Scope): Promise<ReadonlySet<string>>;
}

/** Tools from foreign descriptions: API descriptions, commands, exported files. */
export function createToolImportService({ tools, egress, findVariables }: ToolImportParts) {
  async function needed(scope: Scope, names: readonly string[]): Promise<NeededVariable[]> {
    const there = names.length > 0 ? await findVariables(scope) : new Set();
    return [...new Set(names)].map((name) => ({ name, isThere: there.has(name) }));
  }

  async function fetchText(url: string, signal: AbortSignal): Promise<string> {
    try {
      const headers = { accept: 'application/json, application/yaml, text/yaml, */*;q=0.5' };
      const response = await egress.fetch(url, { headers, signal }, { maxBytes, timeoutMs: fetchTimeoutMs });
      if (!response.ok) throw refusal(`the address answered ${response.status}`);
      return await response.text();
    } catch (error) {
      if (error instanceof AppError)
        throw error.code === 'TOO_LARGE' ? refusal('is larger than 4 MB') : error;
      if (error instanceof DOMException && error.name === 'TimeoutError')
        throw refusal('did not answer in 20 s');
      throw refusal('could not be reached');
    }
  }

  return {
    /** Parses an API description; stores nothing. */
    async readOpenApi(
      scope: Scope,
      { url, text, baseUrl }: Body<typeof readOpenApi>,
      signal: AbortSignal,
    ): Promise<Answer<typeof readOpenApi>> {
      const field = url === undefined ? 'text' : 'url';
      const root = await parseDescription(
        url === undefined ? (text ?? '') : await fetchText(url, signal),
        field,
      );
      const { variables, ...offered } = openApiTools(root, { source: url, baseUrl, field });
      return { ...offered, variables: await needed(scope, variables) };
    },

    /** Parses a curl command; stores nothing. */
    async readCurl(scope: Scope, { command }: Body<typeof readCurl>): Promise<Answer<typeof readCurl>> {
      const words = readCurlWords(command);
      const { request, host } = curlRequest(words);
      const path = new URL(request.address.replace(/[{}]/g, '')).pathname;
      const name = toSnakeCase(`${request.method} ${path === '/' ? host : path}`, 'request');
      const draft = requestDraft(name, `${request.method} ${request.address}`.slice(0, 500), request);
      return {
        draft,
        remarks: words.ignored.map((option) => `${option} is left out.`),
        variables: await needed(scope, variablesOf(request)),
      };
    },

    /** Adds the tools of every readable file, and reports the others. */
    async importFiles(
      scope: Scope,
      { files }: Body<typeof importToolFiles>,
    ): Promise<Answer<typeof importToolFiles>> {
      const refused: Answer<typeof importToolFiles>['refused'] = [];
      const bodies = files.flatMap(({ name, text }) => {
        try {
          return readToolFile(text);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          const detail = error.details?.[0];
          refused.push({ file: name, path: detail?.path ?? '', message: detail?.message ?? error.message });
          return [];
        }
      });
      return { imported: await tools.createAll(scope, bodies), refused };
    },
  };
}

export type ToolImportService = ReturnType<typeof createToolImportService>;

function refusal(message: string): AppError {
  return new AppError('INVALID_INPUT', `url: ${message}`, { details: [{ path: 'url', message }] });
}
