import { expect, it } from 'vitest';
import { readPronunciation, writePronunciation } from './pronunciation-line.ts';

it('a pronunciation is a line of a word and its phonemes, and what is incomplete stays as typed', () => {
  const line = 'Siobhan = ʃɪˈvɔːn';
  expect(readPronunciation(line)).toEqual({ word: 'Siobhan', ipa: 'ʃɪˈvɔːn' });
  expect(writePronunciation(readPronunciation(line))).toBe(line);
  expect(readPronunciation('Siobhan=/ʃɪˈvɔːn/')).toEqual(readPronunciation(line));
  expect(writePronunciation(readPronunciation('Siobhan'))).toBe('Siobhan');
});
