import type { CallerSound } from '@tendril/contract/api/simulations';
import type { LoggedCallEvent } from '@tendril/contract/call-event';
import { BeatenClock, beatMs } from '@tendril/voice/simulated/beaten-clock';
import { type CallerVoice, SpokenCaller } from '@tendril/voice/simulated/spoken-caller';
import type { TalkFigures } from '@tendril/voice/simulated/talk-figures';
import type { MediaProcess, SpokenLine } from '../calls/public.ts';

/** A caller who is a program and speaks, wherever that happens. */
export interface Caller {
  /** The line of its call. */
  readonly line: SpokenLine;
  /** Notes an event of the call. */
  note(event: LoggedCallEvent, signal: AbortSignal): void;
  /** Speaks, and waits until the agent has answered and is silent. */
  say(words: string, signal: AbortSignal): Promise<void>;
  /** Waits until nothing is owed to the caller, and the agent is silent. */
  answered(signal: AbortSignal): Promise<void>;
  /** What it has measured; undefined if its process has ended. */
  figures(): Promise<TalkFigures | undefined>;
  hangUp(): void;
  /** Nothing more is asked of it. */
  close(): void;
}

interface CallerParts {
  sound: CallerSound;
  voice: CallerVoice;
}

export type OpenCaller = (parts: CallerParts) => Caller;

/** Opens callers in a process of their own, or here where there is none. */
export function openCallers(media: Pick<MediaProcess, 'openCaller'> | undefined): OpenCaller {
  return (parts) => {
    const far = media?.openCaller(parts);
    if (!far) return callerHere(parts);
    return {
      line: far.line,
      note: () => {},
      say: far.say.bind(far),
      answered: far.answered.bind(far),
      figures: far.figures.bind(far),
      hangUp: far.hangUp.bind(far),
      close: far.close.bind(far),
    };
  };
}

function callerHere(parts: CallerParts): Caller {
  const clock = new BeatenClock();
  const beats = setInterval(() => clock.beat(), beatMs).unref();
  const caller = new SpokenCaller({ ...parts, clock });
  return {
    line: { transport: caller.line, clock },
    note: caller.take.bind(caller),
    say: caller.say.bind(caller),
    answered: caller.answered.bind(caller),
    figures: async () => caller.figures(),
    hangUp: () => caller.line.hangUp(),
    close: () => clearInterval(beats),
  };
}
