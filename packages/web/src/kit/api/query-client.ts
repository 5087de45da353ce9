import { QueryClient } from '@tanstack/react-query';
import { RequestError } from './request-error.ts';

/** The one cache of server data. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // A refusal stays one; only a server that was not reached is asked once more.
      retry: (failures, error) => failures < 1 && error instanceof RequestError && isUnreached(error),
      retryDelay: 500,
    },
    mutations: { retry: false },
  },
});

function isUnreached(error: RequestError): boolean {
  return error.code === 'NETWORK' || error.status === 502 || error.status === 503;
}
