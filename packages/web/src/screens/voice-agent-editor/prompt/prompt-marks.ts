import { type EditorState, type Extension, type Range, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { promptWords } from './prompt-words.ts';
import { lintSpeech, type SpeechFinding } from './speech-lint.ts';

/** What would sound wrong in the whole text. */
export const speechFindings = StateField.define<readonly SpeechFinding[]>({
  create: (state) => lintSpeech(state.doc.toString()),
  update: (findings, { docChanged, newDoc }) => (docChanged ? lintSpeech(newDoc.toString()) : findings),
});

const headingLine = Decoration.line({ class: 'cm-promptHeading' });
const hashes = Decoration.mark({ class: 'cm-promptHashes' });
const listNumber = Decoration.mark({ class: 'cm-promptNumber' });
const problem = Decoration.mark({ class: 'cm-speechProblem' });
const called = Decoration.mark({ class: 'cm-promptFunction' });

const variable = /\{\{\s*([A-Za-z_][\w.\-/]*)\s*\}\}/g;

function lineMarks(from: number, text: string): Range<Decoration>[] {
  const marks: Range<Decoration>[] = [];
  const head = /^#{1,6}(?=[ \t]+\S)/.exec(text);
  if (head) {
    marks.push(headingLine.range(from), hashes.range(from, from + head[0].length));
  }
  const number = /^\s*\d+[.)](?=\s)/.exec(text);
  if (number) marks.push(listNumber.range(from, from + number[0].length));
  return marks;
}

function variableMark(state: EditorState, name: string): Decoration {
  const { values, builtIn } = state.facet(promptWords);
  const isKnown = Object.hasOwn(values, name) || builtIn.includes(name) || name.startsWith('current_time_');
  const title = Object.hasOwn(values, name) ? values[name] : undefined;
  return Decoration.mark({
    class: isKnown ? 'cm-promptVariable' : 'cm-promptVariable cm-promptUnset',
    ...(title && { attributes: { title } }),
  });
}

function functionPattern(names: readonly string[]): RegExp | null {
  if (names.length === 0) return null;
  const escaped = names.map((name) => name.replace(/[^\w]/g, '\\$&'));
  return new RegExp(`(?<![\\w-])(?:${escaped.join('|')})(?![\\w-])`, 'g');
}

function marksOf({ state, visibleRanges }: EditorView): DecorationSet {
  const pattern = functionPattern(state.facet(promptWords).functions);
  const marks: Range<Decoration>[] = [];
  for (const { from, to } of visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = state.doc.lineAt(at);
      marks.push(...lineMarks(line.from, line.text));
      for (const match of line.text.matchAll(variable)) {
        const start = line.from + match.index;
        marks.push(variableMark(state, match[1] ?? '').range(start, start + match[0].length));
      }
      for (const match of pattern ? line.text.matchAll(pattern) : []) {
        const start = line.from + match.index;
        marks.push(called.range(start, start + match[0].length));
      }
      at = line.to + 1;
    }
    for (const finding of state.field(speechFindings)) {
      if (finding.from < to && finding.to > from) marks.push(problem.range(finding.from, finding.to));
    }
  }
  return Decoration.set(marks, true);
}

const plugin = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = marksOf(view);
    }
    update({ view, docChanged, viewportChanged, startState }: ViewUpdate) {
      const isOther = startState.facet(promptWords) !== view.state.facet(promptWords);
      if (docChanged || viewportChanged || isOther) this.decorations = marksOf(view);
    }
  },
  { decorations: ({ decorations }) => decorations },
);

/** Headings, `{{variables}}`, function names and what would sound wrong, marked where they stand. */
export const promptMarks: Extension = [speechFindings, plugin];
