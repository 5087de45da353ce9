import { EditorSelection } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';

const mark = '**';

/** Makes the chosen words bold, or takes it from them. */
export function toggleBold(view: EditorView): boolean {
  const { state } = view;
  const change = state.changeByRange(({ from, to }) => {
    const text = state.sliceDoc(from, to);
    const isBold = text.startsWith(mark) && text.endsWith(mark) && text.length > 2 * mark.length;
    const isAround = state.sliceDoc(from - 2, from) === mark && state.sliceDoc(to, to + 2) === mark;
    if (isAround) {
      const changes = [
        { from: from - 2, to: from },
        { from: to, to: to + 2 },
      ];
      return { changes, range: EditorSelection.range(from - 2, to - 2) };
    }
    const insert = isBold ? text.slice(2, -2) : mark + text + mark;
    const [start, end] = isBold ? [from, from + insert.length] : [from + 2, to + 2];
    return { changes: { from, to, insert }, range: EditorSelection.range(start, end) };
  });
  view.dispatch(state.update(change, { userEvent: 'input' }));
  view.focus();
  return true;
}

const bullet = /^- /;

/** Makes the chosen lines a list, or takes its marks away. */
export function toggleList(view: EditorView): boolean {
  const { state } = view;
  const { from, to } = state.selection.main;
  const lines = [];
  for (let at = state.doc.lineAt(from).number; at <= state.doc.lineAt(to).number; at += 1)
    lines.push(state.doc.line(at));
  const isList = lines.every(({ text }) => bullet.test(text));
  const changes = lines.map((line) =>
    isList ? { from: line.from, to: line.from + 2 } : { from: line.from, insert: '- ' },
  );
  view.dispatch({ changes, userEvent: 'input' });
  view.focus();
  return true;
}
