import {
  autocompletion,
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
import { editorLook } from './editor-look.ts';
import { offerVariables } from './offer-variables.ts';
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

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.bool, tags.null], color: 'var(--agents)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--chat-models)' },
  { tag: tags.number, color: 'var(--vector-stores)' },
  { tag: tags.comment, color: 'var(--text-3)' },
  { tag: [tags.propertyName, tags.definition(tags.variableName)], color: 'var(--embeddings)' },
]);

const codeLook = EditorView.theme({
  '&': { fontSize: '12.5px' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)' },
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
      ? [autocompletion({ override: [(context) => offerVariables(context, props)], icons: false })]
      : []),
    props.language === 'json' ? json() : javascript(),
    syntaxHighlighting(colours),
    editorLook,
    codeLook,
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
