import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Frame } from '../api/read-frames.ts';
import { RequestRefusal } from '../api/request-refusal.ts';
import type { WidgetClient } from '../api/widget-client.ts';
import { type PlayedClient, playedClient, say } from '../testing/played-client.ts';
import { Chat, type ChatParts } from './chat.ts';
import type { AnswerEntry } from './chat-entry.ts';
import { createChatMemory } from './chat-memory.ts';

beforeEach(() => localStorage.clear());

const words = 'The connection was lost.';

async function open(client: WidgetClient, more: Partial<ChatParts> = {}): Promise<Chat> {
  const chat = new Chat({
    client,
    memory: createChatMemory('flow', localStorage),
    overrideConfig: () => undefined,
    lostWords: () => words,
    emit: () => undefined,
    ...more,
  });
  await chat.load();
  return chat;
}

const lastAnswer = (chat: Chat) => chat.state.entries.at(-1) as AnswerEntry;
const untilDone = (chat: Chat) => vi.waitUntil(() => !chat.state.isRunning);
async function* refuse(refusal: RequestRefusal): AsyncGenerator<Frame[]> {
  yield [];
  throw refusal;
}
const refusing = (config: unknown, refusal: RequestRefusal): PlayedClient =>
  playedClient(config, () => refuse(refusal));

describe('a conversation', () => {
  it('asks in one chat, notifies its page, and is restored after a reload', async () => {
    const client = playedClient({}, ({ question }) => say(`You said ${question}`));
    const shown: string[] = [];
    const chat = await open(client, {
      emit: (event) => void shown.push(event),
      overrideConfig: () => ({ vars: { a: '1' } }),
    });
    chat.ask('  Hello ');
    await untilDone(chat);
    chat.ask('Again');
    await untilDone(chat);
    expect(lastAnswer(chat)).toMatchObject({ status: 'done', text: 'You said Again', messageId: 'm' });
    expect(new Set(client.asked.map(({ chatId }) => chatId)).size).toBe(1);
    expect(client.asked[0]).toMatchObject({ question: 'Hello', overrideConfig: { vars: { a: '1' } } });
    expect(shown).toEqual(['question', 'answer', 'question', 'answer']);
    const again = await open(client);
    expect(again.state.entries).toEqual(chat.state.entries);
  });

  it('takes one question at a time, and none without words', async () => {
    const client = playedClient({}, () => say('Hi'));
    const chat = await open(client);
    chat.ask(' ');
    chat.ask('One');
    chat.ask('Two');
    await untilDone(chat);
    expect(client.asked).toHaveLength(1);
  });

  it('stops at once, keeps what was said and notifies the server', async () => {
    const client = playedClient({}, async function* (_body, signal) {
      yield [{ event: 'token', data: 'Once upon' }];
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    const chat = await open(client);
    chat.ask('A story');
    await vi.waitUntil(() => lastAnswer(chat).text !== '');
    chat.stop();
    await untilDone(chat);
    expect(lastAnswer(chat)).toMatchObject({ status: 'stopped', text: 'Once upon' });
    expect(client.calls).toEqual(['stop']);
  });

  it('says that the connection was lost where a stream ends without its end', async () => {
    const chat = await open(
      playedClient({}, async function* () {
        yield [{ event: 'token', data: 'Half' }];
      }),
    );
    chat.ask('Hello');
    await untilDone(chat);
    expect(lastAnswer(chat)).toMatchObject({ status: 'failed', text: 'Half', error: words });
  });

  it('hides the reason of a failure behind the owner’s words, but not a limit that he has set', async () => {
    const config = { errorMessage: 'Sorry.' };
    const failed = await open(refusing(config, new RequestRefusal(422, 'NODE_FAILED', 'Key sk-1 is wrong')));
    failed.ask('Hello');
    await untilDone(failed);
    expect(lastAnswer(failed).error).toBe('Sorry.');
    const limited = await open(refusing(config, new RequestRefusal(429, 'TOO_MANY_REQUESTS', 'Slowly.')));
    limited.ask('Hello');
    await untilDone(limited);
    expect(lastAnswer(limited).error).toBe('Slowly.');
  });

  it('asks a failed question again in its place', async () => {
    let count = 0;
    const client = playedClient({}, () => {
      count += 1;
      return count === 1 ? (async function* () {})() : say('Hi');
    });
    const chat = await open(client);
    chat.ask('Hello');
    await untilDone(chat);
    chat.retry(lastAnswer(chat).id);
    await untilDone(chat);
    expect(chat.state.entries.map(({ text }) => text)).toEqual(['Hello', 'Hi']);
  });

  it('takes a rating back that the server refuses', async () => {
    const rate = vi
      .fn()
      .mockRejectedValueOnce(new RequestRefusal(403, 'FORBIDDEN', 'No'))
      .mockResolvedValue(undefined);
    const chat = await open(playedClient({}, () => say('Hi'), { rate }));
    chat.ask('Hello');
    await untilDone(chat);
    const { id } = lastAnswer(chat);
    expect(await chat.rate(id, 'THUMBS_UP')).toBe(false);
    expect(lastAnswer(chat).rating).toBeUndefined();
    expect(await chat.rate(id, 'THUMBS_DOWN', 'Wrong.')).toBe(true);
    expect(lastAnswer(chat).rating).toBe('THUMBS_DOWN');
    expect(rate).toHaveBeenLastCalledWith(expect.objectContaining({ messageId: 'm', content: 'Wrong.' }));
  });

  it('opens only once a visitor has said who he is, or has passed that by where he may', async () => {
    const config = { leads: { status: true, email: true, isOptional: true } };
    const client = playedClient(config, () => say('Hi'));
    const chat = await open(client);
    chat.ask('Hello');
    expect(client.asked).toEqual([]);
    await chat.leaveLead({ email: 'ann@example.com' });
    chat.ask('Hello');
    await untilDone(chat);
    expect(client.asked[0]).toMatchObject({ leadEmail: 'ann@example.com' });
    localStorage.clear();
    const other = await open(client);
    other.skipLead();
    other.ask('Hello');
    await untilDone(other);
    expect(lastAnswer(other).text).toBe('Hi');
  });

  it('sends a decision back as the server knows it, with its note', async () => {
    const action = { id: 'r', mapping: { approve: 'Proceed', reject: 'Refuse' }, elements: [], data: {} };
    const client = playedClient({}, (body) =>
      body.action
        ? say('Done')
        : (async function* () {
            yield [
              { event: 'action', data: action },
              { event: 'end', data: '' },
            ];
          })(),
    );
    const chat = await open(client);
    chat.ask('Pay it');
    await untilDone(chat);
    expect(lastAnswer(chat).status).toBe('waiting');
    chat.decide(lastAnswer(chat).id, false, 'No', 'Too dear');
    await untilDone(chat);
    expect(client.asked.at(-1)).toMatchObject({
      question: 'Refuse',
      action: { id: 'r', note: 'Too dear', mapping: { approve: 'Proceed' } },
    });
    expect(lastAnswer(chat).text).toBe('Done');
  });

  it('starts over when it is cleared, also in the middle of an answer', async () => {
    const client = playedClient({}, async function* (_body, signal) {
      yield [{ event: 'token', data: 'Once' }];
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    const chat = await open(client);
    chat.ask('A story');
    await vi.waitUntil(() => lastAnswer(chat).text !== '');
    chat.clear();
    expect(chat.state).toMatchObject({ entries: [], isRunning: false });
    expect(localStorage.length).toBe(0);
    chat.ask('Another');
    expect(client.asked[1]?.chatId).not.toBe(client.asked[0]?.chatId);
  });
});

describe('a chat that is not there', () => {
  const away = () => Promise.reject(new RequestRefusal(0, 'NETWORK', ''));

  it('says why, where the owner has said it', async () => {
    const client = playedClient({}, () => say(''), {
      readConfig: away,
      findRefusal: async () => 'Not on this site.',
    });
    expect((await open(client)).state).toMatchObject({ refusal: 'Not on this site.', entries: [] });
  });

  it('says that it is away, where nobody says why', async () => {
    const client = playedClient({}, () => say(''), { readConfig: away });
    const chat = await open(client);
    expect(chat.state.refusal).toBe('');
    chat.ask('Hello');
    expect(client.asked).toEqual([]);
  });
});
