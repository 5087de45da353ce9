import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { ChevronDown, ChevronRight, GripVertical, PanelLeftClose, Search, X } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, type Ref, useMemo, useRef, useState } from 'react';
import { canvasTexts } from '../texts/en/canvas.ts';
import { useTexts } from '../texts/texts.ts';
import { categoryLook } from '../theme/category-look.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { dragType } from './flow-canvas.tsx';
import { NodeIcon } from './node-icon.tsx';
import styles from './palette.module.css';
import { firstOpen, paletteGroups, searchTemplates } from './palette-groups.ts';
import { useCanvas } from './use-canvas.ts';

export interface PaletteProps {
  onAdd: (template: NodeTemplate) => void;
  onClose: () => void;
  searchRef: Ref<HTMLInputElement>;
}

/** Moves the focus among the rows of the palette. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const next = rows[at + step] ?? (step === 1 ? rows[0] : undefined);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function Item({ template, onAdd }: { template: NodeTemplate; onAdd: (template: NodeTemplate) => void }) {
  const t = useTexts(canvasTexts);
  return (
    <button
      type="button"
      data-row
      draggable
      className={styles['item']}
      title={template.description}
      style={{ '--c': categoryLook(template.category).colour } as CSSProperties}
      onClick={() => onAdd(template)}
      onDragStart={(event) => {
        event.dataTransfer.setData(dragType, template.name);
        event.dataTransfer.effectAllowed = 'copy';
      }}
    >
      <span className={styles['tile']}>
        <NodeIcon icon={template.icon} category={template.category} />
      </span>
      <span className={styles['words']}>
        <b>
          <span className="visually-hidden">{t('add')}</span> {template.label}
        </b>{' '}
        <span>{template.description}</span>
      </span>
      <GripVertical size={16} className={styles['grip'] ?? ''} />
    </button>
  );
}

function Groups({ templates, onAdd }: { templates: readonly NodeTemplate[]; onAdd: PaletteProps['onAdd'] }) {
  const kind = useCanvas((state) => state.kind);
  const groups = useMemo(() => paletteGroups(templates, kind), [templates, kind]);
  const [open, setOpen] = useState(() => new Set(firstOpen(kind)));
  const toggle = (category: string) => setOpen((before) => before.symmetricDifference(new Set([category])));
  return groups.map(({ category, templates: members }) => {
    const isOpen = open.has(category);
    return (
      <section key={category} aria-label={category}>
        <button
          type="button"
          data-row
          className={styles['category']}
          aria-expanded={isOpen}
          onClick={() => toggle(category)}
        >
          {isOpen ? <ChevronDown size={16} /> : <ChevronRight size={16} />}
          <i style={{ background: categoryLook(category).colour }} />
          <h3>{category}</h3>
          <span>{members.length}</span>
        </button>
        {isOpen && members.map((template) => <Item key={template.name} template={template} onAdd={onAdd} />)}
      </section>
    );
  });
}

function SearchRow({
  query,
  setQuery,
  searchRef,
  onEnter,
}: {
  query: string;
  setQuery: (query: string) => void;
  searchRef: Ref<HTMLInputElement>;
  onEnter: () => void;
}) {
  const t = useTexts(canvasTexts);
  return (
    <search className={styles['search']}>
      <Search size={18} />
      <input
        ref={searchRef}
        data-row
        type="text"
        inputMode="search"
        value={query}
        aria-label={t('searchNodes')}
        placeholder={t('searchNodes')}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') query ? setQuery('') : event.currentTarget.blur();
          if (event.key === 'Enter') onEnter();
        }}
      />
      {query ? (
        <IconButton label={t('clearSearch')} size="small" onClick={() => setQuery('')}>
          <X size={16} />
        </IconButton>
      ) : (
        <kbd>/</kbd>
      )}
    </search>
  );
}

/** The list of nodes to add: a click puts one in the middle, a drag where it is let go. */
export function Palette({ onAdd, onClose, searchRef }: PaletteProps) {
  const t = useTexts(canvasTexts);
  const templates = useCanvas((state) => state.templates);
  const kind = useCanvas((state) => state.kind);
  const [query, setQuery] = useState('');
  const list = useRef<HTMLElement>(null);
  const offered = useMemo(
    () => paletteGroups(templates.values(), kind).flatMap((group) => group.templates),
    [templates, kind],
  );
  const found = useMemo(() => searchTemplates(offered, query), [offered, query]);
  const best = found[0];
  return (
    <aside ref={list} className={styles['palette']} aria-label={t('nodes')} onKeyDownCapture={moveFocus}>
      <header className={styles['head']}>
        <h2>{t('nodes')}</h2>
        <kbd>N</kbd>
        <IconButton label={t('hideNodes')} size="small" onClick={onClose}>
          <PanelLeftClose size={18} />
        </IconButton>
      </header>
      <SearchRow
        query={query}
        setQuery={setQuery}
        searchRef={searchRef}
        onEnter={() => best && query && onAdd(best)}
      />
      <ScrollArea className={styles['list']}>
        {query.trim() === '' ? (
          <Groups templates={offered} onAdd={onAdd} />
        ) : (
          found.map((template) => <Item key={template.name} template={template} onAdd={onAdd} />)
        )}
        {query.trim() !== '' && found.length === 0 && (
          <p className={styles['none']}>{t('noNodeFits', { query })}</p>
        )}
      </ScrollArea>
    </aside>
  );
}
