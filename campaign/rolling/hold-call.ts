import { createCall } from '@tendril/contract/api/calls';
import type { CallNotice } from '@tendril/contract/voice/call-socket';
import type { ApiClient } from '../../e2e/api-client.ts';

interface HeldCall {
  readonly faults: readonly string[];
  readonly answers: number;
}

interface Asked {
  agentId: string;
  /** How many sentences the caller says, and how long the pause before each is. */
  sentences: number;
  pauseMs: number;
}

const patienceMs = 60_000;

/** The line of one typed call, as a page holds it. */
class Line {
  readonly notices: CallNotice[] = [];
  closed: number | undefined;
  readonly #socket: WebSocket;
  #wake: () => void = () => {};

  constructor(url: string) {
    this.#socket = new WebSocket(url);
    this.#socket.onmessage = ({ data }) => {
      this.notices.push(JSON.parse(String(data)) as CallNotice);
      this.#wake();
    };
    this.#socket.onclose = ({ code }) => {
      this.closed = code;
      this.#wake();
    };
    this.#socket.onerror = () => {};
  }

  send(command: object): void {
    this.#socket.send(JSON.stringify(command));
  }

  countOf(type: string): number {
    return this.notices.filter((notice) => notice.type === 'event' && notice.event.type === type).length;
  }

  /** Waits until something holds, the line is closed, or it has taken too long; returns whether it holds. */
  async until(holds: () => boolean): Promise<boolean> {
    const deadline = performance.now() + patienceMs;
    while (!holds() && this.closed === undefined && performance.now() < deadline)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        setTimeout(resolve, 1000);
      });
    return holds();
  }
}

/** Holds a typed call from its registration to its end, which the caller decides. */
export async function holdCall(
  client: ApiClient,
  url: string,
  { agentId, sentences, pauseMs }: Asked,
): Promise<HeldCall> {
  const response = await client.send('POST', createCall.path, { agentId, channel: 'text', version: 'draft' });
  if (!response.ok)
    return { faults: [`a call was refused with ${response.status}: ${await response.text()}`], answers: 0 };
  const { token, socketPath } = (await response.json()) as { token: string; socketPath: string };
  const line = new Line(`${url.replace('http', 'ws')}${socketPath}?token=${token}`);
  const end = (fault?: string) => ({
    faults: fault === undefined ? [] : [`a call ${fault}: ${JSON.stringify(line.notices.slice(-2))}`],
    answers: line.countOf('agent-turn'),
  });
  if (!(await line.until(() => line.notices.some(({ type }) => type === 'ready'))))
    return end(`did not begin (closed with ${line.closed})`);
  for (let sentence = 1; sentence <= sentences; sentence += 1) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (line.closed !== undefined) return end(`was hung up with ${line.closed}`);
    line.send({ type: 'say', text: `Sentence ${sentence}.` });
    if (!(await line.until(() => line.countOf('agent-turn') >= sentence)))
      return end(`got no answer to sentence ${sentence} (closed with ${line.closed})`);
  }
  line.send({ type: 'hang-up' });
  await line.until(() => line.closed !== undefined);
  if (line.countOf('call-error') > 0) return end('had an error');
  return line.closed === 1000 ? end() : end(`was closed with ${line.closed}`);
}
