import type { CallClock } from '../call-clock.ts';
import type { ReplyPart, ReplyRequest, Responder } from '../responder.ts';

export interface ScriptedResponderOptions {
  clock?: CallClock;
  /** Time to the first part. */
  firstMs?: number;
  /** Time from part to part. */
  partMs?: number;
  /** Its replies may be begun before the turn is certain. */
  mayPrepare?: boolean;
}

/** One answer: a text, its parts, or a function of the request. */
export type ScriptedReply =
  | string
  | readonly ReplyPart[]
  | ((request: ReplyRequest) => AsyncIterable<ReplyPart>);

/** A responder that answers by a script, text word by word; it records every request. */
export class ScriptedResponder implements Responder {
  readonly requests: ReplyRequest[] = [];
  isClosed = false;
  /** Replies in progress that were not aborted. */
  alive = 0;
  private readonly script: readonly ScriptedReply[];
  private readonly options: ScriptedResponderOptions;

  constructor(script: readonly ScriptedReply[], options: ScriptedResponderOptions = {}) {
    this.script = script;
    this.options = options;
  }

  get mayPrepare(): boolean {
    return this.options.mayPrepare === true;
  }

  async *reply(request: ReplyRequest): AsyncGenerator<ReplyPart> {
    const answer = this.script[this.requests.length] ?? 'I have nothing more to say.';
    this.requests.push(request);
    let isAlive = true;
    this.alive += 1;
    const end = () => {
      if (isAlive) this.alive -= 1;
      isAlive = false;
    };
    request.signal.addEventListener('abort', end, { once: true });
    try {
      await this.wait(this.options.firstMs);
      if (typeof answer === 'function') yield* answer(request);
      else yield* this.parts(typeof answer === 'string' ? wordParts(answer) : answer, request.signal);
    } finally {
      end();
    }
  }

  close(): void {
    this.isClosed = true;
  }

  private async *parts(parts: readonly ReplyPart[], signal: AbortSignal): AsyncGenerator<ReplyPart> {
    for (const part of parts) {
      await this.wait(this.options.partMs);
      if (signal.aborted) return;
      yield part;
    }
  }

  private async wait(ms: number | undefined): Promise<void> {
    const { clock } = this.options;
    if (clock && ms !== undefined && ms > 0) await new Promise<void>((resolve) => clock.after(ms, resolve));
  }
}

function wordParts(text: string): ReplyPart[] {
  return (text.match(/\S+\s*/g) ?? []).map((word) => ({ type: 'text', text: word }));
}
