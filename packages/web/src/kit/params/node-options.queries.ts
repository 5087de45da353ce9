import { queryOptions } from '@tanstack/react-query';
import { loadNodeOptions } from '@tendril/contract/api/nodes';
import { call } from '../api/call.ts';
import type { ParamScope } from './param-props.ts';

/**
 * Whether a loaded list holds records of our own, which are what they are and go by an id. Model lists are but
 * proposals: a vendor may have a newer one, and asking him takes a key.
 */
export const isRecordList = (loadMethod: string): boolean => !/model|region/i.test(loadMethod);

/** Options a node loads for one of its parameters. */
export function nodeOptionsQuery(
  scope: ParamScope,
  loadMethod: string,
  inputs: Readonly<Record<string, unknown>>,
  /** Changes with the values that the list depends on. */
  dependsOn = '',
) {
  const credential = scope.credential ?? '';
  const { flowId } = scope;
  return queryOptions({
    queryKey: ['node-options', scope.nodeName, loadMethod, credential, dependsOn],
    queryFn: ({ signal }) =>
      call(loadNodeOptions, {
        params: { name: scope.nodeName },
        body: {
          loadMethod,
          inputs: { ...inputs },
          ...(credential && { credential }),
          ...(flowId && { flowId }),
        },
        signal,
      }),
    staleTime: 60_000,
  });
}
