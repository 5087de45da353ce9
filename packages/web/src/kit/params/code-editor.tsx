import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { json } from '@codemirror/lang-json';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, lineNumbers, placeholder as placeholderOf } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';
import { styleNonce } from '../lib/style-nonce.ts';
import { typeOverSelection } from '../lib/type-over-selection.ts';
import type { VariableChoice } from './param-props.ts';

export interface CodeEditorProps {
  id: string;
  label: string;
  language: 'json' | 'javascript';
  text: string;
  placeholder?: string;
  onChange: (text: string) => void;
  /** Variables offered behind `{{`, and behind `$` in JavaScript. */
  variables?: (() => VariableChoice[]) | undefined;
  /** Called with the view, so that text can be inserted from outside. */
  onReady?: (view: EditorView) => void;
}

/** In code a variable stands bare (`$vars.name`), in JSON between double braces. */
function offerVariables(
  { language, variables }: CodeEditorProps,
  context: CompletionContext,
): CompletionResult | null {
  const braces = context.matchBefore(/\{\{[$\w.[\]-]*/);
  const bare = language === 'javascript' ? context.matchBefore(/\$[\w.]*/) : null;
  const match = braces ?? bare;
  if (!match || !variables) return null;
  const offered = variables().filter(({ name }) => braces !== null || name.startsWith('$'));
  return {
    from: match.from,
    options: offered.map(({ name, about, lastValue }) => {
      const text = braces ? `{{${name}}}` : name;
      return {
        label: text,
        detail: lastValue ?? about,
        apply: (view, _completion, from, to) => {
          // Braces that the editor has closed by itself are taken up.
          const closing = braces ? (/^\}{1,2}/.exec(view.state.sliceDoc(to, to + 2))?.[0].length ?? 0) : 0;
          view.dispatch({
            changes: { from, to: to + closing, insert: text },
            selection: { anchor: from + text.length },
          });
        },
      };
    }),
  };
}

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.bool, tags.null], color: 'var(--agents)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--chat-models)' },
  { tag: tags.number, color: 'var(--vector-stores)' },
  { tag: tags.comment, color: 'var(--text-3)' },
  { tag: [tags.propertyName, tags.definition(tags.variableName)], color: 'var(--embeddings)' },
]);

const look = EditorView.theme({
  '&': { fontSize: '12.5px', maxHeight: '420px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '20px', minHeight: '64px' },
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

function extensions(props: CodeEditorProps, report: (text: string) => void): Extension[] {
  const nonce = styleNonce();
  return [
    lineNumbers(),
    history(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    ...(props.variables
      ? [autocompletion({ override: [(context) => offerVariables(props, context)], icons: false })]
      : []),
    props.language === 'json' ? json() : javascript(),
    syntaxHighlighting(colours),
    look,
    typeOverSelection,
    EditorView.lineWrapping,
    // Tab moves the focus unless Escape was pressed first.
    keymap.of([
      ...completionKeymap,
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...historyKeymap,
      indentWithTab,
    ]),
    EditorView.contentAttributes.of({ id: props.id, 'aria-label': props.label }),
    EditorView.updateListener.of((update) => update.docChanged && report(update.state.doc.toString())),
    ...(props.placeholder ? [placeholderOf(props.placeholder)] : []),
    ...(nonce ? [EditorView.cspNonce.of(nonce)] : []),
  ];
}

/** A code editor, loaded as a separate chunk. */
export function CodeEditor(props: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const first = useRef(props);
  const latest = useRef(props.onChange);
  latest.current = props.onChange;

  useEffect(() => {
    if (!host.current) return undefined;
    const state = EditorState.create({
      doc: first.current.text,
      extensions: extensions(first.current, (text) => latest.current(text)),
    });
    const created = new EditorView({ state, parent: host.current });
    view.current = created;
    first.current.onReady?.(created);
    return () => created.destroy();
  }, []);

  useEffect(() => {
    const { current } = view;
    // A text that came from elsewhere, not from the keys of this editor.
    if (!current || current.state.doc.toString() === props.text) return;
    current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: props.text } });
  }, [props.text]);

  return <div ref={host} />;
}
