import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type RefObject, useCallback, useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import { canvasToolsTexts } from '../../../kit/texts/en/canvas-tools.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { categoryLook } from '../../../kit/theme/category-look.ts';
import { type GridStop, useGridStop } from '../../../kit/ui/use-grid-stop.ts';
import { toggleStar } from '../add/node-memory.ts';
import styles from './palette.module.css';
import { PaletteItem } from './palette-item.tsx';
import { paletteTarget } from './palette-keys.ts';
import { twinMarks } from './twin-marks.ts';

/** Nodes that are listed together. */
export interface PaletteSection {
  /** The heading above them, if there is one. */
  title?: string;
  /** Whether the heading's rows are in sight; absent, the heading folds nothing. */
  isOpen?: boolean;
  /** How many nodes it has, also while they are folded. */
  count: number;
  /** Those in sight. */
  templates: readonly NodeTemplate[];
}

interface PaletteGridProps {
  grid: RefObject<HTMLTableElement | null>;
  sections: readonly PaletteSection[];
  onToggle: (title: string) => void;
  onAdd: (template: NodeTemplate) => void;
  toSearch: () => void;
}

/** Node names have no space in them. */
const rowOf = (title: string) => `category ${title}`;

function rowNames(sections: readonly PaletteSection[]): string[] {
  return sections.flatMap(({ title, isOpen, templates }) => [
    ...(title !== undefined && isOpen !== undefined ? [rowOf(title)] : []),
    ...templates.map(({ name }) => name),
  ]);
}

interface HeadingProps extends Pick<PaletteGridProps, 'onToggle'> {
  section: PaletteSection;
  title: string;
  stop: GridStop;
}

function Heading({ section: { isOpen, count }, title, stop, onToggle }: HeadingProps) {
  if (isOpen === undefined)
    return (
      <tr>
        <th scope="rowgroup" className={styles['notRunnable']}>
          {title}
        </th>
      </tr>
    );
  return (
    <tr>
      <th scope="rowgroup">
        <button
          type="button"
          data-row={rowOf(title)}
          tabIndex={stop.row === rowOf(title) ? 0 : -1}
          className={styles['category']}
          aria-expanded={isOpen}
          onClick={() => onToggle(title)}
        >
          {isOpen ? <ChevronDown size={16} /> : <ChevronRight size={16} />}
          <i style={{ background: categoryLook(title).colour }} />
          <b>{title}</b>
          <span>{count}</span>
        </button>
      </th>
    </tr>
  );
}

/** Stars or unstars; the focus stays in a list that the node leaves thereby. */
function starIn(grid: HTMLElement | null, name: string): void {
  const stars = () => [...(grid?.querySelectorAll<HTMLElement>('[data-column="star"]') ?? [])];
  const at = stars().indexOf(document.activeElement as HTMLElement);
  flushSync(() => toggleStar(name));
  const left = stars();
  if (at !== -1 && !grid?.contains(document.activeElement)) left[Math.min(at, left.length - 1)]?.focus();
}

/** The nodes to add, one stop of Tab. */
export function PaletteGrid({ grid, sections, onToggle, onAdd, toSearch }: PaletteGridProps) {
  const t = useTexts(canvasToolsTexts);
  const rows = useMemo(() => rowNames(sections), [sections]);
  const { stop, keys } = useGridStop(grid, { rows, toSearch, target: paletteTarget });
  const adding = useRef(onAdd);
  adding.current = onAdd;
  // Rows stay as they are while the focus moves among them.
  const add = useCallback((template: NodeTemplate) => adding.current(template), []);
  const star = useCallback((name: string) => starIn(grid.current, name), [grid]);
  const marks = useMemo(() => sections.map(({ templates }) => twinMarks(templates)), [sections]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with the keys of a grid is what ARIA has for it
    <table ref={grid} role="grid" className={styles['grid']} aria-label={t('nodeList')} {...keys}>
      {sections.map((section, index) => (
        <tbody key={section.title ?? ''} aria-label={section.title}>
          {section.title !== undefined && (
            <Heading section={section} title={section.title} stop={stop} onToggle={onToggle} />
          )}
          {section.templates.map((template) => (
            <PaletteItem
              key={template.name}
              template={template}
              mark={marks[index]?.get(template.name)}
              stop={stop.row === template.name ? (stop.column ?? 'row') : undefined}
              onAdd={add}
              onStar={star}
            />
          ))}
        </tbody>
      ))}
    </table>
  );
}
