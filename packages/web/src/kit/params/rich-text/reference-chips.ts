import type { Extension } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view';

/** A reference as a chip: the name that people know it by, its path as a tooltip. */
class ChipWidget extends WidgetType {
  readonly #path: string;
  readonly #name: string;

  constructor(path: string, name: string) {
    super();
    this.#path = path;
    this.#name = name;
  }

  override eq(other: ChipWidget): boolean {
    return other.#path === this.#path && other.#name === this.#name;
  }

  override toDOM(): HTMLElement {
    const chip = document.createElement('span');
    chip.className = 'cm-reference';
    chip.textContent = this.#name;
    chip.title = `{{ ${this.#path} }}`;
    return chip;
  }
}

function withMatches(matcher: MatchDecorator, isAtomic: boolean): Extension {
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;

      constructor(view: EditorView) {
        this.decorations = matcher.createDeco(view);
      }

      update(update: ViewUpdate) {
        this.decorations = matcher.updateDeco(update, this.decorations);
      }
    },
    {
      decorations: (plugin) => plugin.decorations,
      ...(isAtomic && {
        provide: (plugin) =>
          EditorView.atomicRanges.of((view) => view.plugin(plugin)?.decorations ?? Decoration.none),
      }),
    },
  );
}

const marks = new MatchDecorator({
  regexp: /\*\*\S(?:.*?\S)?\*\*|`[^`]+`|^#{1,6} .*|^\s*(?:-|\d+\.) /g,
  decoration: ([text]) => {
    if (text.startsWith('`')) return Decoration.mark({ class: 'cm-code' });
    const isList = /^\s*(?:-|\d+\.) $/.test(text);
    return Decoration.mark({ class: isList ? 'cm-bullet' : 'cm-bold' });
  },
});

const look = EditorView.theme({
  '.cm-reference': {
    display: 'inline-block',
    maxWidth: '100%',
    overflow: 'hidden',
    padding: '0 6px',
    borderRadius: '6px',
    background: 'var(--selected-fill)',
    color: 'var(--selected-text)',
    fontSize: '13px',
    lineHeight: '18px',
    textOverflow: 'ellipsis',
    verticalAlign: 'bottom',
    whiteSpace: 'nowrap',
  },
  '.cm-bold': { fontWeight: '500' },
  '.cm-code': { fontFamily: 'var(--font-mono)', fontSize: '12.5px' },
  '.cm-bullet': { color: 'var(--text-3)' },
});

/** Draws references as chips, which the cursor passes and Backspace takes as one, and the marks of a text. */
export function referenceChips(nameOf: (path: string) => string): Extension {
  const chips = new MatchDecorator({
    regexp: /\{\{([^{}]*)\}\}/g,
    decoration: ([, path = '']) =>
      Decoration.replace({ widget: new ChipWidget(path.trim(), nameOf(path.trim())) }),
  });
  return [withMatches(marks, false), withMatches(chips, true), look];
}
