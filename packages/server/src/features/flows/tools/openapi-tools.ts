import { apiOperations } from '@tendril/catalogue/open-api/api-operations';
import type { OfferedOperation } from '@tendril/contract/api/tool-imports';
import { requestDraft, variablesOf } from './request-draft.ts';

/** A tool for each operation of an OpenAPI description, and the variables they read. Throws INVALID_INPUT. */
export function openApiTools(...given: Parameters<typeof apiOperations>) {
  const { operations, ...api } = apiOperations(...given);
  return {
    ...api,
    operations: operations.map(
      ({ name, description, request, method, path, isDeprecated, remarks }): OfferedOperation => ({
        ...requestDraft(name, description, request),
        method,
        path,
        isDeprecated,
        remarks,
      }),
    ),
    variables: [...new Set(operations.flatMap(({ request }) => variablesOf(request)))],
  };
}
