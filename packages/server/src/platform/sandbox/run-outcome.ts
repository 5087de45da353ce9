import type { RunOutcome } from './sandbox-message.ts';

/** The largest text of a returned value, in characters. */
const maxResultCharacters = 1024 * 1024;

const maxMessageCharacters = 2000;

const clocks = {
  cpu: (seconds: number) => `The code used more than ${seconds} s of processor time.`,
  wait: (seconds: number) => `The code waited longer than ${seconds} s for requests and timers.`,
  total: (seconds: number) => `The code took longer than ${seconds} s.`,
};

/** The outcome of code that was stopped by one of its clocks. */
export function outOfTime(limitMs: number, clock: keyof typeof clocks): RunOutcome {
  return { kind: 'failed', reason: 'time', message: clocks[clock](limitMs / 1000) };
}

/** The outcome of code that asked for more memory than it may have. */
export function outOfMemory(memoryBytes: number): RunOutcome {
  const message = `The code used more than ${Math.round(memoryBytes / 1024 / 1024)} MB of memory.`;
  return { kind: 'failed', reason: 'memory', message };
}

/** The outcome of code whose result cannot be transferred. */
export function refused(message: string): RunOutcome {
  return { kind: 'failed', reason: 'refused', message: message.slice(0, maxMessageCharacters) };
}

/** The outcome of code that threw. */
export function thrown(message: string): RunOutcome {
  return { kind: 'failed', reason: 'thrown', message: message.slice(0, maxMessageCharacters) };
}

/** The outcome in a message of the guest; undefined when the message does not end a run. */
export function outcomeOfReport(word: string, text: string, memoryBytes: number): RunOutcome | undefined {
  switch (word) {
    case 'returned':
      if (text === '' || text.length > maxResultCharacters) {
        return refused('The returned value is larger than 1 MB.');
      }
      return { kind: 'returned', json: text };
    case 'nothing':
      return { kind: 'nothing' };
    case 'refused':
      return refused(`The returned value is not plain JSON: ${readDescription(text).text}`);
    case 'thrown': {
      const { text: described, line, isMemory } = readDescription(text);
      // The name of a plain error says nothing.
      const sentence = described.replace(/^Error: /, '');
      if (isMemory) return outOfMemory(memoryBytes);
      return thrown(line ? `${sentence.slice(0, maxMessageCharacters - 20)} (line ${line})` : sentence);
    }
    default:
      return undefined;
  }
}

function readDescription(text: string): { text: string; line: string | undefined; isMemory: boolean } {
  const read: { text?: unknown; stack?: unknown; isMemory?: unknown } = text ? JSON.parse(text) : {};
  const line = /\bcode:(\d+)/.exec(String(read.stack ?? ''))?.[1];
  return {
    text: String(read.text ?? 'The code threw a value that is too large.'),
    line,
    isMemory: read.isMemory === true,
  };
}
