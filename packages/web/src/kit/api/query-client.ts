import { QueryClient } from '@tanstack/react-query';
import { RequestError } from './request-error.ts';

/** The one cache of server data. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // Errors are not retried; only an unreachable server is tried once more.
      retry: (failures, error) => failures < 1 && error instanceof RequestError && isUnreached(error),
      retryDelay: 500,
    },
    mutations: { retry: false },
  },
});

function isUnreached(error: RequestError): boolean {
  return error.code === 'NETWORK' || error.status === 502 || error.status === 503;
}
