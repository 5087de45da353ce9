import { EditorView } from '@codemirror/view';

/**
 * What is typed over a selection goes through the editor. Left to itself, Chromium joins the chosen lines and keeps
 * their look in a style attribute, which the page's policy refuses and reports.
 */
export const typeOverSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { data, inputType } = event;
    if (inputType !== 'insertText' || !data || !event.cancelable || view.state.readOnly) return false;
    const { from, to } = chosenText(event, view);
    if (from === to) return false;
    const insert = () =>
      view.state.update({
        changes: { from, to, insert: data },
        selection: { anchor: from + data.length },
        userEvent: 'input.type',
        scrollIntoView: true,
      });
    // Bracket closing takes precedence.
    const handlers = view.state.facet(EditorView.inputHandler);
    if (!handlers.some((take) => take(view, from, to, data, insert))) view.dispatch(insert());
    return true;
  },
});

/** The selection; where the editor has not heard of it yet, what the browser is about to replace. */
function chosenText(event: InputEvent, view: EditorView): { from: number; to: number } {
  const { main } = view.state.selection;
  const [range] = event.getTargetRanges();
  if (!main.empty || !range) return main;
  return {
    from: view.posAtDOM(range.startContainer, range.startOffset),
    to: view.posAtDOM(range.endContainer, range.endOffset),
  };
}
