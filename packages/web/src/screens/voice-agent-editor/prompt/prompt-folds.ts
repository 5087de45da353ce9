import { codeFolding, foldGutter, foldKeymap, foldService } from '@codemirror/language';
import type { EditorState, Extension, Text } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { voicePromptTexts } from '../../../kit/texts/en/voice-prompt.ts';
import { say } from '../../../kit/texts/texts.ts';
import { sectionAt } from './prompt-sections.ts';

/** The gutter asks for every heading in view: the text is cut into lines once. */
const cut = new WeakMap<Text, string[]>();

function linesOf({ doc }: EditorState): string[] {
  const lines = cut.get(doc) ?? doc.toString().split('\n');
  cut.set(doc, lines);
  return lines;
}

function foldOf(state: EditorState, lineStart: number): { from: number; to: number } | null {
  const line = state.doc.lineAt(lineStart);
  if (!line.text.startsWith('#')) return null;
  const section = sectionAt(linesOf(state), line.number - 1);
  return section ? { from: section.from, to: section.to } : null;
}

function chevron(isOpen: boolean): HTMLElement {
  const marker = document.createElement('span');
  marker.className = 'cm-promptFold';
  marker.dataset['open'] = String(isOpen);
  marker.title = say(voicePromptTexts, isOpen ? 'fold' : 'unfold');
  return marker;
}

/** Sections fold at their heading; a folded one says how many lines it hides. */
export const promptFolds: Extension = [
  foldService.of(foldOf),
  codeFolding({
    preparePlaceholder: (state, { from, to }) => state.doc.lineAt(to).number - state.doc.lineAt(from).number,
    placeholderDOM: (_view, onClick, lines: number) => {
      const pill = document.createElement('button');
      pill.type = 'button';
      pill.className = 'cm-promptPill';
      pill.textContent = say(voicePromptTexts, 'foldedLines', { count: lines });
      pill.title = say(voicePromptTexts, 'unfold');
      pill.tabIndex = -1;
      pill.onclick = onClick;
      return pill;
    },
  }),
  foldGutter({ markerDOM: chevron }),
  keymap.of(foldKeymap),
];
