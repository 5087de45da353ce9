import { EditorView } from '@codemirror/view';

const chip = {
  padding: '1px 3px',
  borderRadius: '4px',
  fontFamily: 'var(--font-mono)',
  fontSize: '12.5px',
  fontWeight: '500',
};

/** The look of an open prompt: prose, with chips for the words that mean something. */
export const promptLook = EditorView.theme({
  '&': { height: '100%', fontSize: '14px', background: 'transparent', color: 'var(--text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font)', lineHeight: '23px', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--text)', padding: '0 24px 40px 0' },
  '.cm-line': { padding: '0' },
  '.cm-cursor': { borderLeftColor: 'var(--text)', borderLeftWidth: '1.5px' },
  '.cm-gutters': { background: 'transparent', border: 'none', width: '22px', marginInlineStart: '2px' },
  '.cm-foldGutter': { width: '22px' },
  '.cm-placeholder': { color: 'var(--text-3)', whiteSpace: 'pre-line' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground, ::selection':
    { background: 'color-mix(in srgb, var(--info) 26%, transparent)' },
  '.cm-promptHeading': { fontWeight: '500', paddingBlockStart: '7px' },
  '.cm-gutterElement': { padding: '0' },
  '.cm-promptHashes, .cm-promptNumber': { color: 'var(--text-3)', fontWeight: '400' },
  '.cm-promptNumber': { display: 'inline-block', minWidth: '21px' },
  '.cm-promptVariable': { ...chip, background: 'var(--selected-fill)', color: 'var(--selected-text)' },
  '.cm-promptUnset': { outline: '1px dashed var(--field-border)', outlineOffset: '-1px' },
  '.cm-promptFunction': {
    ...chip,
    background: 'color-mix(in srgb, var(--tools) 8%, transparent)',
    color: 'var(--tools)',
  },
  '.cm-speechProblem': {
    textDecoration: 'underline dotted 2px var(--warning)',
    textUnderlineOffset: '3px',
  },
  '.cm-promptFold': {
    display: 'grid',
    placeItems: 'center',
    width: '22px',
    height: '23px',
    marginBlockStart: '7px',
    color: 'var(--text-3)',
    cursor: 'pointer',
  },
  '.cm-promptFold::before': {
    content: '""',
    width: '6px',
    height: '6px',
    borderRight: '1.75px solid',
    borderBottom: '1.75px solid',
    rotate: '-45deg',
  },
  '.cm-promptFold[data-open="true"]::before': { rotate: '45deg', translate: '0 -2px' },
  '.cm-promptFold:hover': { color: 'var(--text)' },
  '.cm-promptPill': {
    marginInlineStart: '8px',
    padding: '0 8px',
    border: '0',
    borderRadius: '999px',
    background: 'var(--hover)',
    color: 'var(--text-3)',
    font: '400 12px / 18px var(--font)',
    cursor: 'pointer',
  },
  '.cm-tooltip': { zIndex: '5' },
  '.cm-tooltip.cm-tooltip-autocomplete': {
    border: '1px solid var(--divider)',
    borderRadius: 'var(--radius-inner)',
    background: 'var(--raised)',
    color: 'var(--text)',
    boxShadow: 'var(--shadow-2)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-mono)', fontSize: '12.5px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '4px 10px', lineHeight: '20px' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '500' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--selected-fill)',
    color: 'var(--selected-text)',
  },
  '.cm-completionDetail': {
    marginInlineStart: '12px',
    color: 'var(--text-3)',
    fontFamily: 'var(--font)',
    fontStyle: 'normal',
  },
});
