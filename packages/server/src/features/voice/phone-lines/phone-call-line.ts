import type { DisconnectionReason, PhoneLineState } from '@tendril/contract/call-event';
import type { AudioFrame } from '@tendril/voice/audio-format';
import type { AudioTransport, LinePause } from '@tendril/voice/audio-transport';
import type { CallLine, LiveCall } from '../calls/public.ts';
import type { AnsweredBy, PhoneLine } from './phone-line.ts';

/** How long a line whose sound has ended may take to state why. */
const reasonMs = 1000;
/** Of the telephone network. */
const usualFormat = { sampleRate: 8000 };

type LineNews = { state: PhoneLineState } | { digit: string } | { by: AnsweredBy };

/** A telephone line as the line of a call: its digits and states reach the call, and its end ends it. */
export class PhoneCallLine implements CallLine {
  readonly transport: AudioTransport;
  readonly #line: PhoneLine;
  #call: LiveCall | undefined;
  /** What came before the call had begun. */
  #early: LineNews[] = [];
  #gone: DisconnectionReason | undefined;

  constructor(line: PhoneLine) {
    this.#line = line;
    line.onState((state) => this.#pass({ state }));
    line.onDigit((digit) => this.#pass({ digit }));
    line.onAnsweredBy((by) => this.#pass({ by }));
    line.ended.then(
      (reason) => this.#leave(reason),
      () => this.#leave('error_unknown'),
    );
    const { transfer, press } = line;
    this.transport = {
      /** Settled by the answer, which may come after this. */
      get format() {
        return line.format ?? usualFormat;
      },
      incoming: this.#hear(),
      play: (frame) => line.play(frame),
      clear: () => line.clear(),
      playedMs: () => line.playedMs(),
      close: () => line.close(),
      ...(transfer && { transfer: (target) => transfer.call(line, target) }),
      ...(line.needsRinging && { needsRinging: true }),
      ...(line.playsHandoff && { playsHandoff: true }),
      quality: () => line.quality?.(),
      earlyMs: () => line.earlyMs?.() ?? 0,
      ...(press && { press: (digits) => press.call(line, digits) }),
    };
  }

  /** Asked once the line is answered. */
  get createSession(): CallLine['createSession'] {
    return this.#line.createSession;
  }

  get isGone(): boolean {
    return this.#gone !== undefined;
  }

  /** The call has begun: what has happened on the line meanwhile reaches it now. */
  attach(call: LiveCall): void {
    this.#call = call;
    for (const news of this.#early) this.#pass(news);
    this.#early = [];
    if (this.#gone) call.hangUp(this.#gone);
  }

  /** A telephone reads no notices. */
  notify(): void {}

  end(): void {
    this.#line.close().catch(() => undefined);
  }

  #pass(news: LineNews): void {
    const call = this.#call;
    if (!call) this.#early.push(news);
    else if ('state' in news) {
      if (news.state === 'ended') return;
      call.log.emit({ type: 'line-state', state: news.state });
      call.session?.noteHeld(news.state === 'on-hold');
    } else if ('digit' in news) call.session?.press(news.digit);
    else call.session?.noteAnsweredBy(news.by);
  }

  #leave(reason: DisconnectionReason): void {
    this.#gone ??= reason;
    this.#call?.hangUp(this.#gone);
  }

  /** The sound of the line; before its end counts as a hang-up, the line may state another reason. */
  async *#hear(): AsyncGenerator<AudioFrame | LinePause> {
    yield* this.#line.incoming;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<DisconnectionReason>((resolve) => {
      timer = setTimeout(() => resolve('user_hangup'), reasonMs);
    });
    this.#leave(await Promise.race([this.#line.ended, late]));
    clearTimeout(timer);
  }
}
