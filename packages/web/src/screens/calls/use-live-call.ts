import { useQueryClient } from '@tanstack/react-query';
import { type Call, watchCall } from '@tendril/contract/api/calls';
import { useEffect, useState } from 'react';
import { applyCallEvent } from '../../features/voice/apply-call-event.ts';
import { type CallView, emptyCall } from '../../features/voice/call-view.ts';
import { callStream } from '../../kit/api/call-stream.ts';

/** Until a broken stream is opened again. */
const againMs = 2000;

/** A call in progress as it happens; undefined once it is over, or before anything is known of it. */
export function useLiveCall({ id, status }: Call): CallView | undefined {
  const client = useQueryClient();
  const [view, setView] = useState<CallView>();
  const isLive = status === 'ongoing';

  useEffect(() => {
    if (!isLive) return undefined;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const { signal } = controller;
    const follow = async () => {
      let next = emptyCall;
      for await (const event of callStream(watchCall, { params: { id }, signal })) {
        next = applyCallEvent(next, event);
        setView(next);
      }
    };
    const again = async () => {
      if (signal.aborted) return;
      await client.invalidateQueries({ queryKey: ['call', id] });
      timer = setTimeout(start, againMs);
    };
    const start = () => void follow().then(again, again);
    start();
    return () => {
      controller.abort();
      clearTimeout(timer);
      setView(undefined);
    };
  }, [client, id, isLive]);

  return view;
}
