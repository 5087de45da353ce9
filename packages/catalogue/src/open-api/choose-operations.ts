import { AppError } from '@tendril/contract/app-error';
import type { ApiOperation } from './api-operations.ts';
import { toSnakeCase } from './identifiers.ts';

/** What an operation is chosen by in a form. */
export const operationKey = ({ method, path }: ApiOperation): string => `${method} ${path}`;

/** The chosen operations, or all of them; flows also name them by id or by a name made of it. Throws FLOW_INVALID. */
export function chooseOperations(
  operations: readonly ApiOperation[],
  chosen: readonly string[],
  node: string,
): readonly ApiOperation[] {
  if (chosen.length === 0) return operations;
  const isAlike = (wanted: string) => {
    const alike = toSnakeCase(wanted, '');
    return (one: ApiOperation) => one.name === alike || toSnakeCase(operationKey(one), '') === alike;
  };
  const found = chosen.map((wanted) => {
    const operation =
      operations.find((one) => operationKey(one) === wanted || one.operationId === wanted) ??
      operations.find(isAlike(wanted));
    if (!operation) throw new AppError('FLOW_INVALID', `${node}: the API has no operation "${wanted}".`);
    return operation;
  });
  return [...new Set(found)];
}
