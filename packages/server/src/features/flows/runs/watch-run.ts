import { eventJson } from '../../../platform/events/events.ts';
import type { LiveRun } from './live-run.ts';

interface Watcher {
  write(frames: string): void;
}

/** Streams a run's events until it has ended or the client has disconnected. */
export async function watchRun(
  run: LiveRun,
  after: number,
  stream: Watcher,
  signal: AbortSignal,
): Promise<void> {
  const leave = run.attach(after, (entry) =>
    stream.write(`id: ${entry.seq}\ndata: ${eventJson(run.id, entry)}\n\n`),
  );
  const gone = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await Promise.race([run.ended, gone]);
  leave();
}
