import type { Frame } from '../api/read-frames.ts';
import type { QuestionBody, WidgetClient } from '../api/widget-client.ts';

export interface PlayedClient extends WidgetClient {
  /** The questions, oldest first. */
  asked: QuestionBody[];
  /** Every other call, by its name. */
  calls: string[];
}

/** A server that responds as a test says: settings, and the frames of every answer. */
export function playedClient(
  config: unknown,
  play: (body: QuestionBody, signal: AbortSignal) => AsyncGenerator<Frame[]>,
  more: Partial<WidgetClient> = {},
): PlayedClient {
  const asked: QuestionBody[] = [];
  const calls: string[] = [];
  const note = async (name: string) => void calls.push(name);
  return {
    asked,
    calls,
    readConfig: async () => config,
    findRefusal: async () => undefined,
    ask(body, signal) {
      asked.push(body);
      return play(body, signal);
    },
    stop: () => note('stop'),
    rate: () => note('rate'),
    leaveLead: () => note('lead'),
    readText: async () => 'text',
    store: () => note('store'),
    ...more,
  };
}

/** An answer in one piece. */
export async function* say(text: string, messageId = 'm'): AsyncGenerator<Frame[]> {
  yield [
    { event: 'token', data: text },
    { event: 'metadata', data: { chatMessageId: messageId } },
    { event: 'end', data: '[DONE]' },
  ];
}
