import { AppError } from '@tendril/contract/app-error';
import { operationAccess } from './api-access.ts';
import {
  asList,
  asNode,
  asNodes,
  asText,
  type Node,
  type OpenApiDocument,
  openApiDocument,
} from './api-document.ts';
import { operationInputs } from './api-parameters.ts';
import { freeName } from './free-name.ts';
import { toSnakeCase, toStem } from './identifiers.ts';
import type { ToolRequest } from './tool-request.ts';

const maxOperations = 300;
const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'];

/** An operation of an API, and the request that carries it out. */
export interface ApiOperation {
  /** A name for a tool: no other operation of the description has it. */
  name: string;
  /** Its `operationId`; '' without one. */
  operationId: string;
  description: string;
  method: string;
  path: string;
  isDeprecated: boolean;
  remarks: string[];
  request: ToolRequest;
}

interface ReadApi {
  title: string;
  version: string;
  baseUrl: string;
  operations: ApiOperation[];
  leftOut: number;
}

interface ReadOptions {
  /** The description's own address, against which relative server addresses are resolved. */
  source: string | undefined;
  /** Replaces the server that the description names. */
  baseUrl: string | undefined;
  /** The field at fault when the whole is not a description. */
  field: string;
}

function pathsOf(root: Node, field: string): Node {
  const paths = asNode(root['paths']);
  if (paths && (typeof root['openapi'] === 'string' || root['swagger'] !== undefined)) return paths;
  const message = 'is no OpenAPI description: "openapi" and "paths" are missing';
  throw new AppError('INVALID_INPUT', `${field}: ${message}`, { details: [{ path: field, message }] });
}

/** The operations of an OpenAPI description (3.x, and Swagger 2). Throws INVALID_INPUT. */
export function apiOperations(root: Node, options: ReadOptions): ReadApi {
  const paths = pathsOf(root, options.field);
  const document = openApiDocument(root);
  const info = asNode(root['info']) ?? {};
  const title = asText(info['title'], 200) || 'API';
  const baseUrl = options.baseUrl ?? apiServers(root, options.source)[0] ?? '';
  const place = { document, baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ''), stem: toStem(title) };
  const taken = new Set<string>();
  const operations: ApiOperation[] = [];
  let count = 0;
  for (const [path, value] of Object.entries(paths)) {
    const item = document.resolve(value);
    if (!item || !path.startsWith('/')) continue;
    for (const method of methods) {
      const operation = asNode(item[method]);
      if (!operation) continue;
      count += 1;
      if (operations.length >= maxOperations) continue;
      const read = readOperation(place, { path, method, shared: item['parameters'], operation });
      const name = freeName(read.name, taken);
      taken.add(name);
      operations.push({ ...read, name });
    }
  }
  return {
    title,
    version: asText(info['version'], 50),
    baseUrl,
    operations,
    leftOut: count - operations.length,
  };
}

function readOperation(
  { document, baseUrl, stem }: { document: OpenApiDocument; baseUrl: string; stem: string },
  { path, method, shared, operation }: { path: string; method: string; shared: unknown; operation: Node },
): ApiOperation {
  const inputs = operationInputs(document, shared, operation);
  const request: ToolRequest = {
    method: method.toUpperCase(),
    address: baseUrl + path.slice(0, 1000),
    parameters: withPathParameters(path, inputs.parameters),
    body: inputs.body,
    ...operationAccess(document, operation, stem),
  };
  if (inputs.contentType) Object.assign(request.headers, { 'content-type': inputs.contentType });
  const operationId = asText(operation['operationId'], 200);
  return {
    name: toSnakeCase(operationId || `${method} ${path}`, 'call'),
    operationId,
    description: describe(operation, request.method, path),
    method: request.method,
    path: path.slice(0, 1000),
    isDeprecated: operation['deprecated'] === true,
    remarks: inputs.remarks,
    request,
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

/** The usable addresses of the servers that a description names, the first one first; none when there is none. */
export function apiServers(root: Node, source: string | undefined): string[] {
  const servers = asNodes(root['servers'], 20);
  const urls = servers.flatMap((server) => {
    const variables = asNode(server['variables']) ?? {};
    const text = asText(server['url'], 2000).replace(/\{([^{}]+)\}/g, (_whole, name: string) =>
      asText(asNode(variables[name])?.['default'], 500),
    );
    const url = URL.parse(text, source);
    return url && /^https?:$/.test(url.protocol) ? [url.href.replace(/(?<!\/)\/+$/, '')] : [];
  });
  if (urls.length > 0) return urls;
  const host = asText(root['host'], 500);
  const scheme =
    asList(root['schemes']).includes('http') && !asList(root['schemes']).includes('https') ? 'http' : 'https';
  const old = host && URL.parse(`${scheme}://${host}${asText(root['basePath'], 500)}`);
  if (old) return [old.href.replace(/(?<!\/)\/+$/, '')];
  return servers.length === 0 && source ? [new URL(source).origin] : [];
}
