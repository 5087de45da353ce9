import { expect, it } from 'vitest';
import { lintFunctions, lintSpeech, worstFinding } from './speech-lint.ts';

const found = (text: string) =>
  lintSpeech(text).map(({ problem, from, to }) => [problem, text.slice(from, to)]);

it.each([
  ['If asked, give brightsmile.example/visit.', 'url', 'brightsmile.example/visit'],
  ['See https://a.b/c?d=1, please', 'url', 'https://a.b/c?d=1'],
  ['Go to www.clinic.org now', 'url', 'www.clinic.org'],
  ['Write to front@desk.example.', 'email', 'front@desk.example'],
  ['Call 512 555 0142 back', 'digits', '512 555 0142'],
  ['| Day | Hours |', 'table', '| Day | Hours |'],
  ['```json', 'code', '```json'],
  ['Never say **free**', 'bold', '**free**'],
  ['- Be brief', 'bullet', '-'],
  ['Greet warmly 😀', 'emoji', '😀'],
])('finds in "%s" what would be read aloud wrongly', (text, problem, words) => {
  expect(found(text)).toEqual([[problem, words]]);
});

it.each([
  'Say dates as words, e.g. Thursday the twelfth.',
  'Offer 2 slots at 09:30 or 14:15 on 2025-06-12.',
  '1. Greet {{caller_name}} by name.',
  'Open {{clinic.url.com}} only.',
  '## Role\nYou are Adrian, i.e. the front desk.',
  'Snake_case__names__here stay.',
])('leaves "%s" alone', (text) => {
  expect(found(text)).toEqual([]);
});

it('names the line, and reports what sounds worst first', () => {
  const findings = lintSpeech('- one\n\n- see a.com\n**b**');
  expect(findings.map(({ problem, line }) => [problem, line])).toEqual([
    ['bullet', 1],
    ['bullet', 3],
    ['url', 3],
    ['bold', 4],
  ]);
  expect(worstFinding(findings)).toMatchObject({ problem: 'url', line: 3 });
  expect(worstFinding([])).toBeUndefined();
});

it('a function that the agent does not have is named before anything else', () => {
  const text = 'Greet.\nUse book_table, then end_call. Ask {{user_name}}, write to a_b@c.example.';
  const found = lintFunctions(text, ['end_call']);
  expect(found).toEqual([{ problem: 'missingFunction', from: 11, to: 21, line: 2 }]);
  expect(worstFinding([...lintSpeech(text), ...found])?.problem).toBe('missingFunction');
});
