import { autocompletion, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { styleNonce } from '../../lib/style-nonce.ts';
import { typeOverSelection } from '../../lib/type-over-selection.ts';
import { editorLook } from '../editor-look.ts';
import { offerVariables } from '../offer-variables.ts';
import type { VariableChoice } from '../param-props.ts';
import { editedText, type RichText, readRichText } from './read-rich-text.ts';
import { referenceChips } from './reference-chips.ts';
import { toggleBold, toggleList } from './text-marks.ts';
import { writeRichText } from './write-rich-text.ts';

/** What the buttons beside the editor do. */
export interface RichTextActs {
  insert: (text: string) => void;
  bold: () => void;
  list: () => void;
}

interface RichTextEditorProps {
  id?: string | undefined;
  label: string;
  /** As it is stored. */
  value: string;
  minHeight: number;
  /** The text is stored as it is written. */
  isPlain: boolean;
  onChange: (value: string) => void;
  variables: () => VariableChoice[];
  onReady: (acts: RichTextActs) => void;
}

const nothing: RichText = { blocks: [], mentions: new Map(), bare: new Set() };

/** The name of a reference for people: that of the choice it was taken from, else its path. */
function nameIn(choices: readonly VariableChoice[], path: string): string {
  return choices.find(({ name }) => name === path)?.short ?? path;
}

function extensions(props: RichTextEditorProps, report: (text: string) => void): Extension[] {
  const nonce = styleNonce();
  return [
    history(),
    autocompletion({
      override: [(context) => offerVariables(context, { ...props, language: 'text' })],
      icons: false,
    }),
    editorLook,
    EditorView.theme({
      '.cm-scroller': { minHeight: `${props.minHeight}px`, fontFamily: 'var(--font)', fontSize: '14px' },
      '.cm-content': { padding: '9px 0' },
      '.cm-line': { padding: '0 12px' },
    }),
    referenceChips((path) => nameIn(props.variables(), path)),
    typeOverSelection,
    EditorView.lineWrapping,
    keymap.of([{ key: 'Mod-b', run: toggleBold }, ...completionKeymap, ...defaultKeymap, ...historyKeymap]),
    EditorView.contentAttributes.of({
      ...(props.id !== undefined && { id: props.id }),
      'aria-label': props.label,
    }),
    EditorView.updateListener.of((update) => update.docChanged && report(update.state.doc.toString())),
    ...(nonce ? [EditorView.cspNonce.of(nonce)] : []),
  ];
}

/** The text in the form that it is stored in; one that is as it was keeps its bytes. */
function storedText({ value, rich }: { value: string; rich: RichText }, text: string): string {
  return text === editedText(rich) ? value : writeRichText(rich, text);
}

/** Edits a stored rich text: what is not touched keeps its bytes. */
export function RichTextEditor(props: RichTextEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const first = useRef(props);
  const latest = useRef(props.onChange);
  latest.current = props.onChange;
  /** The text that edits are written against, with its stored form. */
  const base = useRef({ value: props.value, rich: readRichText(props.value) ?? nothing });
  const given = useRef(props.value);

  useEffect(() => {
    if (!host.current) return undefined;
    const report = (text: string) => {
      const next = first.current.isPlain ? text : storedText(base.current, text);
      if (next === given.current) return;
      given.current = next;
      latest.current(next);
    };
    const state = EditorState.create({
      doc: first.current.isPlain ? first.current.value : editedText(base.current.rich),
      extensions: extensions(first.current, report),
    });
    const created = new EditorView({ state, parent: host.current });
    view.current = created;
    first.current.onReady({
      insert: (text) => {
        created.dispatch(created.state.replaceSelection(text));
        created.focus();
      },
      bold: () => toggleBold(created),
      list: () => toggleList(created),
    });
    return () => created.destroy();
  }, []);

  useEffect(() => {
    const { current } = view;
    // A value that came from elsewhere, such as an undo on the canvas.
    if (!current || props.value === given.current) return;
    const rich = readRichText(props.value) ?? nothing;
    base.current = { value: props.value, rich };
    given.current = props.value;
    const insert = props.isPlain ? props.value : editedText(rich);
    current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert } });
  }, [props.value, props.isPlain]);

  return <div ref={host} />;
}
