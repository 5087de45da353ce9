import type { SpokenWord } from '@tendril/contract/provider/text-to-speech';
import { UnansweredSound } from '@tendril/contract/provider/unanswered-sound';
import type { CallParts } from '@tendril/voice/call-session';
import { expect, it, vi } from 'vitest';
import { CallLink } from './call-link.ts';
import { remoteRecognizer, remoteVoices } from './remote-parts.ts';
import { RemoteSession } from './remote-session.ts';
import type { SessionStart } from './session-start.ts';

const speech = { text: 'Good day', speed: 1, language: 'en-US', sampleRate: 16_000 };
const hearing = { language: 'en-US', sampleRate: 16_000, mode: 'fast', keywords: [] } as const;

/** What the server has for a call, and the other process's end of it: all between them is copied, as between processes. */
function shareCall(audio: object): { link: CallLink; begin: Promise<SessionStart> } {
  const begun = Promise.withResolvers<SessionStart>();
  const here: CallLink = new CallLink(
    (message) => queueMicrotask(() => there.take(structuredClone(message))),
    {},
  );
  const there: CallLink = new CallLink(
    (message) => queueMicrotask(() => here.take(structuredClone(message))),
    {
      begin: (_signal, begin: SessionStart) => begun.resolve(begin),
    },
  );
  const parts = {
    functions: [],
    responder: { reply: async function* () {} },
    audio,
    config: {},
    variables: {},
  };
  const facts = { builtIn: {} } as unknown as ConstructorParameters<typeof RemoteSession>[1];
  here.add(new RemoteSession(parts as unknown as CallParts, facts, here).handlers);
  return { link: there, begin: begun.promise };
}

it('a voice of the server gives its sound, the times of its words before it, and is closed with the call', async () => {
  const close = vi.fn();
  const voice = {
    label: 'Timed',
    isStandIn: false,
    close,
    async *speak({ onWords }: { onWords?: (words: readonly SpokenWord[]) => void }) {
      onWords?.([{ text: 'Good', startMs: 0, endMs: 300 }]);
      yield new Int16Array([1, 2]);
      onWords?.([{ text: 'day', startMs: 300, endMs: 600 }]);
      yield new Int16Array([3]);
    },
  };
  const { link, begin } = shareCall({ recognizer: { label: 'R', isStandIn: false }, synthesizers: [voice] });
  const [asked] = remoteVoices(link, (await begin).voices);
  const heard: unknown[] = [];
  const onWords = (words: readonly SpokenWord[]) => heard.push(...words.map(({ text }) => text));
  const request = { ...speech, onWords, signal: new AbortController().signal };
  for await (const samples of asked?.speak(request) ?? []) heard.push(...samples);
  expect(heard).toEqual(['Good', 1, 2, 'day', 3]);
  asked?.close?.();
  await vi.waitFor(() => expect(close).toHaveBeenCalledOnce());
});

it('a recognizer of the server is as many as it is there, and one that leaves sound unanswered is known for it', async () => {
  const utterance = {
    push: () => {},
    cancel: () => {},
    finish: () => Promise.reject(new UnansweredSound('Deaf')),
  };
  const recognizer = {
    ...{ label: 'Chain', isStandIn: false, choices: 3 },
    open: async () => ({ begin: () => utterance, close: () => {} }),
  };
  const { link, begin } = shareCall({ recognizer, synthesizers: [] });
  const asked = remoteRecognizer(link, (await begin).recognizer);
  link.add(asked.handlers);
  expect(asked.choices).toBe(3);
  const line = await asked.open({ ...hearing, signal: new AbortController().signal });
  const begun = line.begin(() => {});
  begun.push(new Int16Array(160));
  await expect(begun.finish()).rejects.toBeInstanceOf(UnansweredSound);
});
