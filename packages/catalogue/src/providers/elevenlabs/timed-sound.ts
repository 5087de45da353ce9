import type { SpokenWord } from '@tendril/contract/provider/text-to-speech';
import * as z from 'zod';
import { readMessage } from '../../speech/live/read-message.ts';

const seconds = z.array(z.number());
const piece = z.object({
  audio_base64: z.string().default(''),
  alignment: z
    .object({
      characters: z.array(z.string()),
      character_start_times_seconds: seconds,
      character_end_times_seconds: seconds,
    })
    .nullish(),
});

/** The sound of a response with timestamps: a JSON object per line; the words go to `onWords` once they are complete. */
export async function* timedSound(
  bytes: AsyncIterable<Uint8Array>,
  onWords: (words: readonly SpokenWord[]) => void,
): AsyncGenerator<Uint8Array> {
  const words = new WordBuilder(onWords);
  for await (const line of linesOf(bytes)) {
    const parsed = piece.safeParse(readMessage(line));
    if (!parsed.success) continue;
    const { audio_base64: sound, alignment } = parsed.data;
    alignment?.characters.forEach((character, index) => {
      const start = alignment.character_start_times_seconds[index] ?? 0;
      words.push(character, start * 1000, (alignment.character_end_times_seconds[index] ?? start) * 1000);
    });
    if (sound !== '') yield Buffer.from(sound, 'base64');
  }
  words.end();
}

async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of bytes) {
    rest += decoder.decode(part, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter((line) => line.trim() !== '');
  }
  if (rest.trim() !== '') yield rest;
}

class WordBuilder {
  readonly #onWords: (words: readonly SpokenWord[]) => void;
  #word: SpokenWord | undefined;

  constructor(onWords: (words: readonly SpokenWord[]) => void) {
    this.#onWords = onWords;
  }

  push(character: string, startMs: number, endMs: number): void {
    if (character.trim() === '') this.end();
    else if (this.#word) this.#word = { ...this.#word, text: this.#word.text + character, endMs };
    else this.#word = { text: character, startMs, endMs };
  }

  end(): void {
    if (this.#word) this.#onWords([this.#word]);
    this.#word = undefined;
  }
}
