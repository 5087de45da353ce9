/** What in a text sounds wrong when it is spoken. */
type SpeechProblem =
  | 'missingFunction'
  | 'url'
  | 'email'
  | 'digits'
  | 'code'
  | 'table'
  | 'emoji'
  | 'bold'
  | 'bullet';

export interface SpeechFinding {
  problem: SpeechProblem;
  from: number;
  to: number;
  /** From 1. */
  line: number;
}

const endings =
  'com|org|net|io|ai|app|dev|co|info|biz|edu|gov|me|us|uk|de|fr|es|it|nl|pl|eu|in|ca|au|br|mx|jp|example|test';

/** In the order in which they are reported; a later rule ignores what an earlier one matched. */
const rules: readonly [SpeechProblem, RegExp][] = [
  ['code', /^\s*```.*$/gm],
  ['email', /\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b/g],
  [
    'url',
    new RegExp(
      String.raw`\bhttps?://[^\s)>\]]+|\bwww\.[^\s)>\]]+|\b(?:[a-z0-9-]+\.)+(?:${endings})\b(?:/[^\s)>\]]*)?|\b(?:[a-z0-9-]+\.)+[a-z]{2,}/[^\s)>\]]+`,
      'gi',
    ),
  ],
  ['table', /^\s*\|.+\|\s*$/gm],
  // Seven digits and more, whatever parts them; a date is read as one.
  ['digits', /(?<![\w.-])(?!\d{4}-\d{2}-\d{2}\b)\+?\d(?:[ .()-]{0,2}\d){6,}(?![\w])/g],
  ['emoji', /\p{Extended_Pictographic}\u{FE0F}?/gu],
  ['bold', /(?<!\w)(\*\*|__)(?=\S)[^\n]+?\1(?!\w)/g],
  ['bullet', /^\s*[-*+•] (?=\S)/gm],
];

const variables = /\{\{[^{}]*\}\}/g;
/** Letters of prose that are pictographs to Unicode. */
const prose = /^[©®™↔↕▶◀☎✔✖]/u;

/** Everything in `text` that callers would hear as something else than it is meant; in the order of the text. */
export function lintSpeech(text: string): SpeechFinding[] {
  // Variables are filled before anything is spoken: their names say nothing.
  const blank = text.replace(variables, (whole) => ' '.repeat(whole.length));
  const found: Omit<SpeechFinding, 'line'>[] = [];
  for (const [problem, pattern] of rules) {
    for (const match of blank.matchAll(pattern)) {
      const lead = match[0].length - match[0].trimStart().length;
      const from = match.index + lead;
      const to = match.index + match[0].trimEnd().replace(/[.,;:!?]+$/, '').length;
      if (to <= from || (problem === 'emoji' && prose.test(match[0]))) continue;
      if (found.some((other) => from < other.to && to > other.from)) continue;
      found.push({ problem, from, to });
    }
  }
  return withLines(
    text,
    found.toSorted((one, other) => one.from - other.from),
  );
}

/** Words with underscores are no prose: where one is written, a function is meant. */
const functionName = /(?<![\w{./@-])[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?![\w}@/-])/gi;

/** Functions that `text` names and the agent does not have: it would be instructed to do what it cannot. */
export function lintFunctions(text: string, functions: readonly string[]): SpeechFinding[] {
  const blank = text.replace(variables, (whole) => ' '.repeat(whole.length));
  const missing = [...blank.matchAll(functionName)].filter(([name]) => !functions.includes(name));
  return withLines(
    text,
    missing.map(({ 0: name, index: from }) => ({ problem: 'missingFunction', from, to: from + name.length })),
  );
}

function withLines(text: string, found: readonly Omit<SpeechFinding, 'line'>[]): SpeechFinding[] {
  let line = 1;
  let at = 0;
  return found.map((finding) => {
    for (; at < finding.from; at += 1) if (text[at] === '\n') line += 1;
    return { ...finding, line };
  });
}

const loudest: readonly SpeechProblem[] = ['missingFunction', ...rules.map(([problem]) => problem)];

/** The finding to show when only one fits: the one that sounds worst, and the first of several. */
export function worstFinding(findings: readonly SpeechFinding[]): SpeechFinding | undefined {
  return loudest.flatMap((problem) => findings.filter((finding) => finding.problem === problem)).at(0);
}
