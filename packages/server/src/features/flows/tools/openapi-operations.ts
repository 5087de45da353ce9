import type { OfferedOperation } from '@tendril/contract/api/tool-imports';
import { AppError } from '@tendril/contract/app-error';
import { freeName } from './free-name.ts';
import { toSnakeCase, toStem } from './identifiers.ts';
import { asList, asNode, asNodes, asText, type Node, openApiDocument } from './openapi-document.ts';
import { operationInputs } from './openapi-parameters.ts';
import { operationAccess } from './openapi-security.ts';
import { requestDraft, variablesOf } from './request-draft.ts';
import type { ToolRequest } from './tool-request.ts';

const maxOperations = 300;
const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'];

interface OfferedTools {
  title: string;
  version: string;
  baseUrl: string;
  operations: OfferedOperation[];
  leftOut: number;
  variables: string[];
}

export interface ReadOptions {
  /** The description's own address, against which relative server addresses are resolved. */
  source: string | undefined;
  /** Replaces the server that the description names. */
  baseUrl: string | undefined;
  /** The field at fault when the whole is not a description. */
  field: 'text' | 'url';
}

/** A tool for each operation of an OpenAPI description (3.x, and Swagger 2). Throws INVALID_INPUT. */
export function openApiTools(root: Node, options: ReadOptions): OfferedTools {
  const paths = asNode(root['paths']);
  if (!paths || (typeof root['openapi'] !== 'string' && root['swagger'] === undefined)) {
    const message = 'is no OpenAPI description: "openapi" and "paths" are missing';
    throw new AppError('INVALID_INPUT', `${options.field}: ${message}`, {
      details: [{ path: options.field, message }],
    });
  }
  const document = openApiDocument(root);
  const info = asNode(root['info']) ?? {};
  const title = asText(info['title'], 200) || 'API';
  const baseUrl = options.baseUrl ?? serverOf(root, options.source);
  const stem = toStem(title);
  const taken = new Set<string>();
  const variables = new Set<string>();
  const operations: OfferedOperation[] = [];
  let count = 0;
  for (const [path, value] of Object.entries(paths)) {
    const item = document.resolve(value);
    if (!item || !path.startsWith('/')) continue;
    for (const method of methods) {
      const operation = asNode(item[method]);
      if (!operation) continue;
      count += 1;
      if (operations.length >= maxOperations) continue;
      const inputs = operationInputs(document, item['parameters'], operation);
      const request: ToolRequest = {
        method: method.toUpperCase(),
        address: baseUrl.replace(/\/+$/, '') + path.slice(0, 1000),
        parameters: withPathParameters(path, inputs.parameters),
        body: inputs.body,
        ...operationAccess(document, operation, stem),
      };
      if (inputs.contentType) Object.assign(request.headers, { 'content-type': inputs.contentType });
      const name = freeName(
        toSnakeCase(asText(operation['operationId'], 200) || `${method} ${path}`, 'call'),
        taken,
      );
      taken.add(name);
      for (const variable of variablesOf(request)) variables.add(variable);
      operations.push({
        ...requestDraft(name, describe(operation, request.method, path), request),
        method: request.method,
        path: path.slice(0, 1000),
        isDeprecated: operation['deprecated'] === true,
        remarks: inputs.remarks,
      });
    }
  }
  return {
    title,
    version: asText(info['version'], 50),
    baseUrl,
    operations,
    leftOut: count - operations.length,
    variables: [...variables],
  };
}

function describe(operation: Node, method: string, path: string): string {
  const [summary, description] = [asText(operation['summary'], 500), asText(operation['description'], 1500)];
  return (
    [summary, description === summary ? '' : description].filter(Boolean).join('\n') || `${method} ${path}`
  );
}

/** Path parameters that the description forgot to declare are inputs all the same. */
function withPathParameters(path: string, parameters: ToolRequest['parameters']): ToolRequest['parameters'] {
  const names = [...path.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] ?? '');
  const known = new Set(parameters.filter((one) => one.place === 'path').map((one) => one.wireName));
  const forgotten = [...new Set(names)].filter((name) => !known.has(name) && /^[A-Za-z_]\w*$/.test(name));
  return [
    ...forgotten.map((name) => ({
      name,
      wireName: name,
      place: 'path' as const,
      type: 'string' as const,
      description: '',
      required: true,
    })),
    ...parameters,
  ];
}

/** The first server with a usable address; '' when there is none. */
function serverOf(root: Node, source: string | undefined): string {
  const servers = asNodes(root['servers'], 20);
  for (const server of servers) {
    const variables = asNode(server['variables']) ?? {};
    const text = asText(server['url'], 2000).replace(/\{([^{}]+)\}/g, (_whole, name: string) =>
      asText(asNode(variables[name])?.['default'], 500),
    );
    const url = URL.parse(text, source);
    if (url && /^https?:$/.test(url.protocol)) return url.href.replace(/\/+$/, '');
  }
  const host = asText(root['host'], 500);
  const scheme =
    asList(root['schemes']).includes('http') && !asList(root['schemes']).includes('https') ? 'http' : 'https';
  const old = host && URL.parse(`${scheme}://${host}${asText(root['basePath'], 500)}`);
  if (old) return old.href.replace(/\/+$/, '');
  return servers.length === 0 && source ? new URL(source).origin : '';
}
