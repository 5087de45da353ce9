import * as z from 'zod';
import type { ServedRoute } from '../../packages/server/src/platform/http/app.ts';
import type { Operation } from '../../packages/server/src/testing/api-walk.ts';
import type { JsonSchema } from '../../packages/server/src/testing/schema-sample.ts';

/** The routes between servers, which the API document leaves out. */
export function internalOperations(routes: readonly ServedRoute[]): Operation[] {
  return routes
    .filter(({ endpoint }) => endpoint.auth === 'internal')
    .map(({ endpoint, path }) => ({
      method: endpoint.method,
      path: path.replaceAll(/:(\w+)/g, '{$1}'),
      parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
      ...(endpoint.body && { body: schemaOf(endpoint.body) }),
      isForm: false,
      statuses: ['200', '4XX'],
    }));
}

function parametersOf(schema: z.ZodObject | undefined, place: 'path' | 'query'): Operation['parameters'] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path',
    schema: schemaOf(field as z.ZodType),
  }));
}

function schemaOf(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
}
