import { EditorView } from '@codemirror/view';

/** How text editors look in fields, whatever is written in them. */
export const editorLook = EditorView.theme({
  '&': { maxHeight: '420px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { lineHeight: '20px', minHeight: '64px' },
  '.cm-content': { caretColor: 'var(--text)', padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { background: 'transparent', color: 'var(--text-3)', border: 'none' },
  '.cm-placeholder': { color: 'var(--text-3)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground, ::selection': {
    background: 'color-mix(in srgb, var(--info) 28%, transparent)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete': {
    border: '1px solid var(--raised-line)',
    borderRadius: 'var(--radius-inner)',
    background: 'var(--raised)',
    color: 'var(--text)',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--selected-fill)',
    color: 'var(--selected-text)',
  },
  '.cm-completionDetail': { color: 'var(--text-3)', fontStyle: 'normal' },
  '.cm-matchingBracket': { background: 'var(--selected-fill)' },
});
