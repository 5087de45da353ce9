import { expect, it } from 'vitest';
import { makePdf, type PdfText } from '../testing/make-pdf.ts';
import { parseDocument } from './parse-document.ts';

/** Lines of 12 points one under the other, from the top of a page. */
const lines = (texts: readonly string[], x = 50, top = 700): PdfText[] =>
  texts.map((text, at) => ({ text, x, y: top - at * 15 }));

/** What is read from a page that draws these texts. */
async function read(...page: PdfText[]): Promise<string> {
  async function* content() {
    yield makePdf([page]);
  }
  const source = { name: 'a.pdf', content: content(), job: { format: 'pdf' as const } };
  for await (const { text } of parseDocument(source, new AbortController().signal)) return text;
  return '';
}

const terms = [
  'The workshop repairs every bicycle within three working days, and calls',
  'the customer as soon as the work is done or when it turns out to cost',
  'more than was agreed.',
];

it('lines of one paragraph are one line', async () => {
  expect(await read(...lines(terms))).toBe(terms.join(' '));
});

it('a word that was parted at the end of a line is whole again', async () => {
  const parted = [
    'The workshop repairs every bicycle within three working days, and inform-',
    'ation about a repair is given by telephone until six in the evening, long-',
    'term storage is not offered. What is said of long-term storage stays.',
  ];
  const text = await read(...lines(parted));
  expect(text).toContain('and information about');
  expect(text).toContain('evening, long-term storage is');
});

it('headings, paragraphs and the lines of an address stay apart', async () => {
  const text = await read(
    { text: 'Opening hours', x: 50, y: 740, size: 18 },
    ...lines(terms, 50, 710),
    ...lines(terms, 50, 640),
    ...lines(['Spoke and Chain', 'Harbour Street 4', 'Leith'], 50, 570),
  );
  const paragraph = terms.join(' ');
  expect(text).toBe(
    `Opening hours\n\n${paragraph}\n\n${paragraph}\n\nSpoke and Chain\nHarbour Street 4\nLeith`,
  );
});

it('a paragraph ends where its last line is short, and where the next one begins further in', async () => {
  const [first = '', second = '', last = ''] = terms;
  const page = [
    { text: first, x: 50, y: 700 },
    { text: last, x: 50, y: 685 },
    { text: 'Spare parts are ordered from the maker and come within a week at most', x: 50, y: 670 },
    { text: second, x: 65, y: 655 },
  ];
  expect(await read(...page)).toBe(
    `${first} ${last}\n\nSpare parts are ordered from the maker and come within a week at most\n${second}`,
  );
});

it('entries of a list stay apart, each whole', async () => {
  const text = await read(
    { text: '1. Bring the bicycle in the morning, clean and without anything that', x: 50, y: 700 },
    { text: 'belongs to you: baskets, bottles and lamps.', x: 65, y: 685 },
    { text: '2. Leave a number under which you can be called during the day, and', x: 50, y: 670 },
    { text: 'the key of the lock.', x: 65, y: 655 },
    { text: '- No cash.', x: 50, y: 640 },
  );
  expect(text.split('\n')).toEqual([
    '1. Bring the bicycle in the morning, clean and without anything that belongs to you: baskets, bottles and lamps.',
    '2. Leave a number under which you can be called during the day, and the key of the lock.',
    '- No cash.',
  ]);
});

it('rows of a table stay rows, their cells parted', async () => {
  const rows = [
    ['Small service', '49 euros'],
    ['Large service with new brakes', '119 euros'],
  ];
  const page = rows.flatMap(([name = '', price = ''], at) => [
    { text: name, x: 50, y: 700 - at * 15 },
    { text: price, x: 400, y: 700 - at * 15 },
  ]);
  expect(await read(...page)).toBe('Small service\t49 euros\nLarge service with new brakes\t119 euros');
});

it('a sentence goes on at the head of the next column', async () => {
  const left = [
    'The workshop repairs every bicycle',
    'within three working days, and then',
    'calls the customer to say that all',
  ];
  const right = ['of the work is done and what it cost,', 'down to the last screw.'];
  expect(await read(...lines(left), ...lines(right, 320))).toBe([...left, ...right].join(' '));
});
