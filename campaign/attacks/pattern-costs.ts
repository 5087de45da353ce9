import vm from 'node:vm';

/** Texts on which patterns that go back over what they have read take longest. */
const parts = [
  'a',
  'a.',
  'a-',
  'a ',
  ' ',
  '\t',
  '\n',
  '1',
  '1.',
  '-',
  '.',
  '(',
  '[',
  '{',
  '<',
  '"',
  "'",
  '`',
  '*',
  '_',
  '\\',
  '/',
  ':',
  ';',
  ',',
  '=',
  '&',
  '%',
  '|',
  'Aa ',
  'a@',
  '![',
  '[]',
  '{{',
  '<a ',
  '<!--',
  '\r\n',
  '```',
  'data:a;',
  'my name is A',
];

const size = 20_000;
const limitMs = 400;
/** A machine that was busy for a moment is not mistaken for a pattern that takes long. */
const tries = 3;

/** Where a regular expression stands in the sources. */
export interface SourcePattern {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

const literal =
  /(?<=[=(,:!&|?\s[])\/((?:[^/\\\n[ *]|\\.|\[(?:[^\]\\\n]|\\.)*\])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])*)\/([dgimsuvy]*)(?=[\s;,.)\]])/g;

/** The regular expressions that a source file writes down. */
export function patternsOf(path: string, text: string): SourcePattern[] {
  return text.split('\n').flatMap((line, index) => {
    if (/^\s*(?:\/\/|\*|\/\*)/.test(line)) return [];
    return [...line.matchAll(literal)].flatMap(([, source = '', flags = '']) => {
      try {
        new RegExp(source, flags);
      } catch {
        return [];
      }
      return [{ place: `${path}:${index + 1}`, source, flags }];
    });
  });
}

const context = vm.createContext({ pattern: /x/, text: '' });
const script = new vm.Script('pattern.test(text)');
const texts = parts.map((part) => `${part.repeat(Math.ceil(size / part.length))}\u0000`);

function isWithinLimit(text: string): boolean {
  context['text'] = text;
  try {
    script.runInContext(context, { timeout: limitMs });
    return true;
  } catch {
    return false;
  }
}

/** The text of 20,000 signs that a pattern takes longer for than any that grows with the text may; undefined if none. */
export function costlyText({ source, flags }: SourcePattern): string | undefined {
  context['pattern'] = new RegExp(source, flags.replace('g', ''));
  return texts.find((text) => Array.from({ length: tries }).every(() => !isWithinLimit(text)));
}
