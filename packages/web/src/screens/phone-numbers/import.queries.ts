import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { importPhoneNumbers, listCarrierNumbers } from '@tendril/contract/api/phone-number-imports';
import { numberOverviewsQuery, numbersQuery } from '../../features/phone/numbers.queries.ts';
import { call } from '../../kit/api/call.ts';

/** The numbers of a carrier account, as they are now. */
export const carrierNumbersQuery = (credentialId: string) =>
  queryOptions({
    queryKey: ['carrier-numbers', credentialId],
    queryFn: ({ signal }) => call(listCarrierNumbers, { query: { credentialId }, signal }),
    enabled: credentialId !== '',
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

export function useImportNumbers(credentialId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (phoneNumbers: string[]) =>
      call(importPhoneNumbers, { body: { credentialId, phoneNumbers } }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: numberOverviewsQuery.queryKey });
      return client.invalidateQueries({ queryKey: numbersQuery.queryKey, exact: true });
    },
  });
}
