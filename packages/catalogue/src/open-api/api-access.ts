import { asList, asNode, asText, type Node, type OpenApiDocument } from './api-document.ts';
import { toSnakeCase } from './identifiers.ts';
import type { FromVariable } from './tool-request.ts';

/** The parts of headers and address that authenticate the caller: placeholders for config variables. */
export interface Access {
  headers: Record<string, FromVariable>;
  query: Record<string, FromVariable>;
}

/** The security scheme of an operation; of several alternatives, the first. */
export function operationAccess(document: OpenApiDocument, operation: Node, stem: string): Access {
  const { root } = document;
  const wanted = asList(operation['security'] ?? root['security']);
  const first = asNode(wanted[0]);
  const access: Access = { headers: {}, query: {} };
  if (!first) return access;
  const schemes =
    asNode(asNode(root['components'])?.['securitySchemes']) ?? asNode(root['securityDefinitions']);
  for (const name of Object.keys(first).slice(0, 5)) {
    const scheme = schemes && Object.hasOwn(schemes, name) ? document.resolve(schemes[name]) : undefined;
    if (scheme) add(access, scheme, stem);
  }
  return access;
}

function add(access: Access, scheme: Node, stem: string): void {
  const type = asText(scheme['type'], 20);
  const kind = asText(scheme['scheme'], 20).toLowerCase();
  if (type === 'basic' || (type === 'http' && kind === 'basic')) {
    access.headers['Authorization'] = { variable: `${stem}_login`, prefix: 'Basic ', isBasic: true };
  } else if (type === 'apiKey') {
    const name = asText(scheme['name'], 100);
    const variable = { variable: `${stem}_${toSnakeCase(name.replace(/^x-/i, ''), 'key')}`.slice(0, 64) };
    if (name && scheme['in'] === 'query') access.query[name] = variable;
    else if (name && scheme['in'] === 'header' && /^[A-Za-z0-9-]+$/.test(name))
      access.headers[name] = variable;
  } else if (type === 'http' || type === 'oauth2' || type === 'openIdConnect') {
    access.headers['Authorization'] = { variable: `${stem}_token`, prefix: 'Bearer ' };
  }
}
