import type { CallClock } from '@tendril/voice/call-clock';
import { SpokenCaller } from '@tendril/voice/simulated/spoken-caller';
import type { OpenMediaLine } from './media-line.ts';
import type { CallerRequest } from './media-message.ts';

/** The caller of a simulation and its line: it speaks here, so that it measures what it hears by its own clock. */
export function callerLine({ sound }: CallerRequest, clock: CallClock): OpenMediaLine {
  return ({ link, onClosed }) => {
    const over = new AbortController();
    const caller = new SpokenCaller({
      ...{ clock, sound },
      voice: async (words, sampleRate, signal) =>
        (await link.ask('voice-of', [words, sampleRate], signal)) as Int16Array,
    });
    return {
      transport: caller.line,
      clock,
      observe: (event) => caller.take(event, over.signal),
      handlers: {
        'say-words': (signal, words: string) => caller.say(words, signal),
        'until-answered': (signal) => caller.answered(signal),
        figures: () => caller.figures(),
        leave: () => caller.line.hangUp(),
      },
      get isConnected() {
        return !over.signal.aborted;
      },
      end() {
        over.abort();
        caller.line.hangUp();
        onClosed();
      },
    };
  };
}
