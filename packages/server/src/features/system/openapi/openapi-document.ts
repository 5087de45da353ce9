import type { Auth, EndpointDefinition } from '@tendril/contract/api/endpoint';
import * as z from 'zod';
import type { ServedRoute } from '../../../platform/http/app.ts';

type JsonObject = { [key: string]: unknown };

const authSentences: Record<Auth, string> = {
  session: 'Needs a signed-in person.',
  sessionOrKey: 'Needs a signed-in person or an API key.',
  flow: 'The flow decides: open to everybody when it is public, else an API key or a session.',
  public: 'Open to everybody.',
  step: 'Open to the browser that goes on with a sign-in it has begun, from our own pages.',
  origin: 'Open to everybody, but not from pages of other sites.',
  token: 'Open to anyone with the token, or the API key, in the address.',
  signed: 'Open to anyone with the signed address; else needs a signed-in person or an API key.',
  internal: 'For the servers of the installation only.',
  webhook:
    'Open to requests signed with the secret of the flow; without a signature the flow decides as for a question.',
};

const security: Record<Auth, JsonObject[]> = {
  session: [{ session: [] }],
  sessionOrKey: [{ session: [] }, { apiKey: [] }],
  flow: [{ session: [] }, { apiKey: [] }, {}],
  public: [{}],
  step: [{}],
  origin: [{}],
  token: [{}],
  signed: [{ session: [] }, { apiKey: [] }, {}],
  internal: [],
  webhook: [{ session: [] }, { apiKey: [] }, {}],
};

const refusal = {
  description: 'Refused; `code` says why.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
};

const refusalSchema = z.toJSONSchema(
  z.object({
    code: z.string(),
    message: z.string(),
    details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    requestId: z.string(),
  }),
  { io: 'output' },
);

const revisionHeader = {
  name: 'If-Match',
  in: 'header',
  required: true,
  description: 'The revision that the change was made from.',
  schema: { type: 'string', examples: ['1'] },
};

/** The OpenAPI 3.1 document of everything that is mounted. */
export function describeApi(routes: readonly ServedRoute[], version: string): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const { endpoint, path } of routes) {
    if (endpoint.auth === 'internal') continue;
    const name = path.replaceAll(/:([A-Za-z]+)/g, '{$1}');
    paths[name] = { ...paths[name], [endpoint.method.toLowerCase()]: describeOperation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Tendril', version },
    paths,
    components: {
      schemas: { Refusal: refusalSchema },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'tendril_access',
          description: 'Over https its name is `__Host-tendril_access`.',
        },
        apiKey: { type: 'http', scheme: 'bearer' },
      },
    },
  };
}

function describeOperation(endpoint: EndpointDefinition): JsonObject {
  const { auth, events, ifMatch, params, query, response, summary, tag, media } = endpoint;
  const requestBody = describeBody(endpoint);
  return {
    tags: [tag],
    summary,
    description: authSentences[auth],
    security: security[auth],
    parameters: [
      ...parametersOf(params, 'path'),
      ...parametersOf(query, 'query'),
      ...(ifMatch ? [revisionHeader] : []),
    ],
    ...(requestBody && { requestBody: { content: requestBody } }),
    responses: {
      [String(endpoint.status ?? (response || events || media ? 200 : 204))]: describeAnswer(endpoint),
      '4XX': refusal,
      '502': { ...refusal, description: 'A service of others could not be reached.' },
      '503': { ...refusal, description: 'The server stops or its database is not there; try again.' },
    },
  };
}

function describeBody({ body, files }: EndpointDefinition): JsonObject | undefined {
  if (!body && !files) return undefined;
  const schema = body ? jsonSchema(body, 'input') : { type: 'object' };
  const list = { type: 'array', items: { type: 'string', format: 'binary' } };
  const properties = { ...(schema['properties'] as JsonObject | undefined), files: list };
  return {
    ...(files !== 'only' && { 'application/json': { schema } }),
    ...(files && { 'multipart/form-data': { schema: { ...schema, properties } } }),
  };
}

function describeAnswer({ response, events, media }: EndpointDefinition): JsonObject {
  const content = {
    ...(media && { [media]: { schema: { type: 'string', format: 'binary' } } }),
    ...(response && { 'application/json': { schema: jsonSchema(response, 'output') } }),
    ...(events && { 'text/event-stream': { schema: jsonSchema(events, 'output') } }),
  };
  return { description: 'Done.', ...(Object.keys(content).length > 0 && { content }) };
}

function parametersOf(schema: z.ZodObject | undefined, place: 'path' | 'query'): JsonObject[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !(field as z.ZodType).safeParse(undefined).success,
    schema: jsonSchema(field as z.ZodType, 'input'),
  }));
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    cycles: 'ref',
    reused: 'inline',
  });
  // What holds a transformation would lose its examples.
  const examples: unknown = z.globalRegistry.get(schema)?.examples;
  return Array.isArray(examples) ? { ...rest, examples } : rest;
}
