import { followRun, startRun } from '@tendril/contract/api/runs';
import type { LoggedEvent } from '@tendril/contract/run-event';
import type { ApiClient } from '../../e2e/api-client.ts';

/** What somebody has seen of an answer who asked as our pages do. */
interface SeenAnswer {
  readonly text: string;
  readonly faults: readonly string[];
  /** How often the connection was lost, and the run went on. */
  readonly reconnects: number;
  readonly resumes: number;
}

const pauseMs = 250;
const mostTries = 200;

class Seen {
  text = '';
  runId = '';
  seq = 0;
  resumes = 0;
  ends: string[] = [];
  readonly faults: string[] = [];

  take(event: LoggedEvent): void {
    if (event.seq <= this.seq) this.faults.push(`event ${event.seq} came again after ${this.seq}`);
    this.seq = event.seq;
    this.runId = event.runId;
    if (event.type === 'text-delta') this.text += event.text;
    else if (event.type === 'text') this.text = event.text;
    else if (event.type === 'run-resume') {
      this.text = '';
      this.resumes += 1;
    } else if (event.type === 'run-end') this.ends.push(event.status);
  }
}

/** Reads one connection to its end; a connection that breaks is no fault. */
async function readEvents(response: Response, seen: Seen): Promise<void> {
  if (!response.ok) {
    seen.faults.push(`refused with ${response.status}: ${(await response.text()).slice(0, 200)}`);
    return;
  }
  let rest = '';
  try {
    for await (const part of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      const frames = (rest + part).split('\n\n');
      rest = frames.pop() ?? '';
      for (const frame of frames) {
        if (frame.startsWith('id: ')) seen.take(JSON.parse(frame.slice(frame.indexOf('data: ') + 6)));
      }
    }
  } catch {
    // The next connection goes on.
  }
}

/** Asks a question as our pages do, and follows its answer over as many connections as it takes. */
export async function followWhole(
  client: ApiClient,
  flowId: string,
  body: { question: string; chatId: string },
  untilAccepted: (ask: () => Promise<Response>) => Promise<Response> = (ask) => ask(),
): Promise<SeenAnswer> {
  const seen = new Seen();
  let reconnects = 0;
  const path = startRun.path.replace(':id', flowId);
  const question = { ...body, version: 'live', source: 'chat' };
  await readEvents(await untilAccepted(() => client.send('POST', path, question)), seen);
  while (seen.ends.length === 0 && seen.runId !== '' && reconnects < mostTries && seen.faults.length === 0) {
    reconnects += 1;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const again = followRun.path.replace(':id', seen.runId);
    await readEvents(await client.send('GET', again, undefined, { 'last-event-id': String(seen.seq) }), seen);
  }
  if (seen.ends.join() !== 'done') seen.faults.push(`its ends were ${seen.ends.join() || 'none'}`);
  return { text: seen.text, faults: seen.faults, reconnects, resumes: seen.resumes };
}
