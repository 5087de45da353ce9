import { useQuery, useQueryClient } from '@tanstack/react-query';
import { followRun } from '@tendril/contract/api/runs';
import { useEffect } from 'react';
import { callStream } from '../../kit/api/call-stream.ts';
import { runQuery, takeLiveEvent } from './runs.queries.ts';

/** A run's log; one that was started elsewhere and goes on, as by the API, is followed to its end. */
export function useRunLog(runId: string) {
  const client = useQueryClient();
  const query = useQuery(runQuery(runId));
  // Only a stored log contains the status; a live one is fed by the chat.
  const isFollowed = query.data?.run?.status === 'running';
  const seen = isFollowed ? (query.data?.events.at(-1)?.seq ?? 0) : 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was seen counts only when following begins
  useEffect(() => {
    if (!isFollowed) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const follow = async () => {
      const lastEventId = seen > 0 ? String(seen) : undefined;
      for await (const event of callStream(followRun, { params: { id: runId }, lastEventId, signal }))
        takeLiveEvent(client, event);
    };
    // If following ends early, the store knows how far the run is.
    follow().catch(async () => {
      if (!signal.aborted) await client.invalidateQueries(runQuery(runId));
    });
    return () => controller.abort();
  }, [client, isFollowed, runId]);

  return query;
}
