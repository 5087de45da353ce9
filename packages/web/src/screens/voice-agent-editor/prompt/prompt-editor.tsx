import { completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap, placeholder as placeholderOf } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { styleNonce } from '../../../kit/lib/style-nonce.ts';
import { typeOverSelection } from '../../../kit/lib/type-over-selection.ts';
import { promptCompletion } from './prompt-completion.ts';
import styles from './prompt-editor.module.css';
import { promptFolds } from './prompt-folds.ts';
import { promptLook } from './prompt-look.ts';
import { promptMarks, speechFindings } from './prompt-marks.ts';
import { type PromptWords, promptWords } from './prompt-words.ts';
import type { SpeechFinding } from './speech-lint.ts';

interface PromptEditorProps {
  label: string;
  text: string;
  placeholder: string;
  words: PromptWords;
  /** Id of the line that says what would sound wrong. */
  describedBy: string;
  onChange: (text: string) => void;
  /** After each change: what would sound wrong. */
  onFindings: (findings: readonly SpeechFinding[]) => void;
  onReady: (view: EditorView) => void;
}

/** Marks a text that came from elsewhere, not from the keys of this editor. */
const fromOutside = Annotation.define<boolean>();

/** Tab stays with the page: nobody is caught in the prompt. */
function extensions(props: PromptEditorProps, words: Compartment, report: Extension): Extension[] {
  const nonce = styleNonce();
  return [
    history(),
    drawSelection(),
    words.of(promptWords.of(props.words)),
    promptMarks,
    promptFolds,
    promptCompletion,
    promptLook,
    typeOverSelection,
    EditorView.lineWrapping,
    keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
    EditorView.contentAttributes.of({
      'aria-label': props.label,
      'aria-describedby': props.describedBy,
      placeholder: props.placeholder,
      spellcheck: 'true',
    }),
    placeholderOf(props.placeholder),
    report,
    ...(nonce ? [EditorView.cspNonce.of(nonce)] : []),
  ];
}

/** The prompt as a text with folds, chips and completions; it comes as a chunk of its own. */
export function PromptEditor(props: PromptEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const words = useRef(new Compartment());
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    if (!host.current) return undefined;
    const report = EditorView.updateListener.of(({ docChanged, state, transactions }) => {
      if (!docChanged) return;
      latest.current.onFindings(state.field(speechFindings));
      const isOurs = !transactions.some((transaction) => transaction.annotation(fromOutside));
      if (isOurs) latest.current.onChange(state.doc.toString());
    });
    const created = new EditorView({
      state: EditorState.create({
        doc: latest.current.text,
        extensions: extensions(latest.current, words.current, report),
      }),
      parent: host.current,
    });
    view.current = created;
    latest.current.onReady(created);
    latest.current.onFindings(created.state.field(speechFindings));
    return () => created.destroy();
  }, []);

  useEffect(() => {
    const { current } = view;
    if (!current || current.state.doc.toString() === props.text) return;
    current.dispatch({
      changes: { from: 0, to: current.state.doc.length, insert: props.text },
      annotations: fromOutside.of(true),
    });
  }, [props.text]);

  useEffect(() => {
    view.current?.dispatch({ effects: words.current.reconfigure(promptWords.of(props.words)) });
  }, [props.words]);

  return <div ref={host} className={styles['host']} />;
}
