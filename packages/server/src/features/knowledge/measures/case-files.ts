import { randomUUID } from 'node:crypto';
import { mostCases } from '@tendril/contract/api/knowledge-measures';
import { AppError } from '@tendril/contract/app-error';
import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';
import * as z from 'zod';
import type { StoredPassage } from './expected-passage.ts';

/** A question as a file has it. */
export interface CaseFields {
  question: string;
  expected: StoredPassage[];
  tags: string[];
  isConfirmed?: boolean;
}

const columns = ['question', 'passage', 'source', 'tags'] as const;
const question = z.string().trim().min(1, 'question is empty').max(10_000);
const tags = z.array(z.string().trim().min(1).max(64)).max(20).default([]);
const lines = z.tuple([z.number(), z.number()]);
const passage = z.object({
  text: z.string().min(1).max(20_000),
  hash: z.string().max(100).nullable().default(null),
  source: z.string().max(2000).default(''),
  place: z
    .object({ lines, page: z.number(), path: z.array(z.string().max(500)).max(20) })
    .partial()
    .default({}),
});
const entry = z.object({
  question,
  expected: z.array(passage).max(50).default([]),
  tags,
  isConfirmed: z.boolean().default(true),
});

/** The questions of a file. Throws INVALID_INPUT naming the line or entry. */
export async function readCaseFile(format: 'csv' | 'json', text: string): Promise<CaseFields[]> {
  const found = format === 'json' ? readJson(text) : await readCsv(text);
  if (found.length === 0) throw new AppError('INVALID_INPUT', 'The file has no questions.');
  if (found.length > mostCases)
    throw new AppError('TOO_LARGE', `A file can have up to ${mostCases} questions.`);
  return found.map(({ expected, ...rest }) => ({
    ...rest,
    expected: expected.map(({ text: own, hash, source, place }) => ({
      ...{ id: randomUUID(), text: storable(own), hash, source: storable(source) },
      place: Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined)),
    })),
  }));
}

const storable = (text: string) => text.replaceAll('\0', '').toWellFormed();

function readJson(text: string): z.output<typeof entry>[] {
  let given: unknown;
  try {
    given = parseShallowJson(text);
  } catch {
    throw new AppError('INVALID_INPUT', 'The file is not valid JSON.');
  }
  if (!Array.isArray(given)) throw new AppError('INVALID_INPUT', 'The file has to hold a list of questions.');
  return given.map((one, at) => parsed(one, `Question ${at + 1}`));
}

/** Rows of one question follow each other: each has one passage of it. */
async function readCsv(text: string): Promise<z.output<typeof entry>[]> {
  const { csvRows } = await import('@tendril/catalogue/text/csv-rows');
  const rows = csvRows(text);
  const head = (rows[0] ?? []).map((name) => name.trim().toLowerCase());
  if (!head.includes('question'))
    throw new AppError(
      'INVALID_INPUT',
      'The first line has to name the columns: question, passage, source, tags.',
    );
  const found: z.output<typeof entry>[] = [];
  for (const [at, row] of rows.slice(1).entries()) {
    const value = (name: (typeof columns)[number]) => row[head.indexOf(name)]?.trim() ?? '';
    const expected = value('passage') === '' ? [] : [{ text: value('passage'), source: value('source') }];
    const last = found.at(-1);
    if (last && value('question') === last.question) {
      last.expected.push(...parsed({ question: last.question, expected }, `Line ${at + 2}`).expected);
      continue;
    }
    const tagged = value('tags')
      .split(/[;,]/)
      .map((one) => one.trim())
      .filter(Boolean);
    found.push(parsed({ question: value('question'), expected, tags: tagged }, `Line ${at + 2}`));
  }
  return found;
}

function parsed(given: unknown, where: string): z.output<typeof entry> {
  const read = entry.safeParse(given);
  if (read.success) return { ...read.data, question: storable(read.data.question) };
  const issue = read.error.issues[0];
  throw new AppError(
    'INVALID_INPUT',
    `${where}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is not valid'}`,
  );
}

/** Questions as a file that can be imported again. */
export async function writeCaseFile(format: 'csv' | 'json', cases: readonly CaseFields[]): Promise<string> {
  if (format === 'json') {
    const plain = cases.map(({ expected, ...rest }) => ({
      ...rest,
      expected: expected.map(({ id: _, ...own }) => own),
    }));
    return `${JSON.stringify(plain, null, 2)}\n`;
  }
  const { toCsv } = await import('@tendril/catalogue/text/csv-rows');
  const rows = cases.flatMap(({ question: asked, expected, tags: own }) => {
    const passages = expected.length > 0 ? expected : [{ text: '', source: '' }];
    return passages.map(({ text, source }) => [asked, text, source, own.join('; ')]);
  });
  return toCsv([[...columns], ...rows]);
}
