import type { RunEvent } from '@tendril/contract/run-event';
import { describe, expect, it } from 'vitest';
import { UnheardText } from './unheard-text.ts';

const delta = (text: string, callerId = 'a'): RunEvent => ({ type: 'text-delta', text, callerId });
const resume: RunEvent = { type: 'run-resume', attempt: 1 };
const heard = (events: RunEvent[]) => {
  const text = new UnheardText();
  return events.map((event) => text.of(event));
};

describe('the text of a run that went on elsewhere, for a client that has heard a part of it', () => {
  it('goes on where it was interrupted when the same is said again', () => {
    expect(
      heard([delta('One '), delta('two'), resume, delta('One'), delta(' two th'), delta('ree')]),
    ).toEqual(['One ', 'two', '', '', ' th', 'ree']);
  });

  it('follows whole, in a paragraph of its own, when other words are said', () => {
    expect(heard([delta('One '), resume, delta('O'), delta('ther'), delta(' words')])).toEqual([
      'One ',
      '',
      '',
      '\n\nOther',
      ' words',
    ]);
  });

  it('of a node that had not spoken before is all new, and of one that had finished stays', () => {
    expect(heard([delta('Done. '), resume, delta('More', 'b')])).toEqual(['Done. ', '', 'More']);
  });

  it('is completed by the answer where nothing more was streamed', () => {
    const text = new UnheardText();
    for (const event of [delta('One '), resume]) text.of(event);
    expect([text.rest('One two'), text.rest('Another'), text.rest('One ')]).toEqual([
      'two',
      '\n\nAnother',
      '',
    ]);
    expect(new UnheardText().rest('All of it')).toBe('All of it');
  });

  it('may be interrupted more than once', () => {
    expect(heard([delta('a b '), resume, delta('a '), resume, delta('a b c')])).toEqual([
      'a b ',
      '',
      '',
      '',
      'c',
    ]);
  });
});
