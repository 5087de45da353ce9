import { expect, it } from 'vitest';
import { costFigure, estimateTokens, inDollars, runTime, shortMs } from '../runs/figures.ts';
import { readChatSettings } from './chat-settings.ts';
import { freshHistory, stepHistory } from './input-history.ts';

it('↑ goes back through the questions and ↓ returns to the draft', () => {
  const questions = ['one', 'two'];
  const first = stepHistory(freshHistory, questions, 'draft', -1)!;
  expect(first.text).toBe('two');
  const second = stepHistory(first.history, questions, first.text, -1)!;
  expect(second.text).toBe('one');
  expect(stepHistory(second.history, questions, second.text, -1)).toBeUndefined();
  const back = stepHistory(second.history, questions, second.text, 1)!;
  expect(stepHistory(back.history, questions, back.text, 1)?.text).toBe('draft');
  expect(stepHistory(freshHistory, questions, 'draft', 1)).toBeUndefined();
});

it('greeting and starter questions are read from an object or from JSON text', () => {
  const config = {
    welcomeMessage: ' Hello ',
    starterPrompts: { 0: { prompt: 'Do you ship?' }, 1: { prompt: ' ' } },
  };
  const read = { title: '', welcomeMessage: 'Hello', starterPrompts: ['Do you ship?'] };
  expect(readChatSettings(config)).toMatchObject(read);
  expect(readChatSettings(JSON.stringify(config))).toMatchObject(read);
});

it.each([undefined, null, '{bad', '[]', '7', { starterPrompts: 'x', welcomeMessage: 7 }])(
  'unreadable settings %j count as not set',
  (config) =>
    expect(readChatSettings(config)).toMatchObject({ title: '', welcomeMessage: '', starterPrompts: [] }),
);

it('times and costs are short', () => {
  expect([runTime(940), shortMs(0.03), shortMs(4.25), shortMs(112.4), shortMs(999.7), shortMs(1304)]).toEqual(
    ['0.94 s', '0.1 ms', '4.3 ms', '112 ms', '1.00 s', '1.30 s'],
  );
  expect([inDollars(undefined), inDollars(0), inDollars(0.00001), inDollars(0.0005), inDollars(2.5)]).toEqual(
    ['', '', '< $0.0001', '$0.0005', '$2.50'],
  );
  expect([costFigure(undefined), costFigure(0), costFigure(0.0005)]).toEqual(['–', '$0', '$0.0005']);
  expect(estimateTokens('12345')).toBe(2);
});
