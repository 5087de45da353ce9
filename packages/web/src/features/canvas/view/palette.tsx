import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { ChevronDown, ChevronRight, PanelLeftClose, X } from 'lucide-react';
import { type KeyboardEvent, type Ref, useDeferredValue, useMemo, useRef, useState } from 'react';
import { canvasTexts } from '../../../kit/texts/en/canvas.ts';
import { canvasToolsTexts } from '../../../kit/texts/en/canvas-tools.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { categoryLook } from '../../../kit/theme/category-look.ts';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { ScrollArea } from '../../../kit/ui/scroll-area.tsx';
import { SearchRow } from '../../../kit/ui/search-row.tsx';
import { rememberNode, useNodeMemory } from '../add/node-memory.ts';
import { useCanvas } from '../document/use-canvas.ts';
import { KeyCap } from '../keys/key-cap.tsx';
import styles from './palette.module.css';
import { firstOpen, paletteGroups, searchTemplates, unrunnableTemplates } from './palette-groups.ts';
import { PaletteItem } from './palette-item.tsx';

interface PaletteProps {
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
        {isOpen &&
          members.map((template) => <PaletteItem key={template.name} template={template} onAdd={onAdd} />)}
      </section>
    );
  });
}

function PaletteSearch({
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
    <SearchRow
      ref={searchRef}
      className={styles['search']}
      data-row
      label={t('searchNodes')}
      value={query}
      onChange={setQuery}
      onKeyDown={(event) => {
        if (event.key === 'Escape') query ? setQuery('') : event.currentTarget.blur();
        if (event.key === 'Enter') onEnter();
      }}
      trailing={
        query ? (
          <IconButton label={t('clearSearch')} size="small" onClick={() => setQuery('')}>
            <X size={16} />
          </IconButton>
        ) : (
          <KeyCap id="searchNodes" />
        )
      }
    />
  );
}

const tabs = ['all', 'recent', 'starred'] as const;
type Tab = (typeof tabs)[number];

/** Which nodes are listed: all by category, or those a person used or starred. */
function Tabs({ tab, onTab }: { tab: Tab; onTab: (tab: Tab) => void }) {
  const t = useTexts(canvasToolsTexts);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a flex row everywhere
    <div role="group" aria-label={t('paletteTabs')} className={styles['tabs']}>
      {tabs.map((name) => (
        <button key={name} type="button" aria-pressed={tab === name} onClick={() => onTab(name)}>
          {t(name)}
        </button>
      ))}
    </div>
  );
}

/** The nodes a person used lately or starred, in their own order. */
function Chosen({
  tab,
  offered,
  onAdd,
}: { tab: 'recent' | 'starred'; offered: readonly NodeTemplate[] } & Adding) {
  const t = useTexts(canvasToolsTexts);
  const names = useNodeMemory((memory) => memory[tab]);
  const chosen = names.flatMap((name) => offered.find((template) => template.name === name) ?? []);
  if (chosen.length === 0)
    return <p className={styles['none']}>{t(tab === 'recent' ? 'noRecent' : 'noStarred')}</p>;
  return chosen.map((template) => <PaletteItem key={template.name} template={template} onAdd={onAdd} />);
}

type Adding = Pick<PaletteProps, 'onAdd'>;

interface FoundNodes {
  found: readonly NodeTemplate[];
  /** Those that fit the search too, but cannot run here. */
  unrunnable: readonly NodeTemplate[];
}

function Found({ found, unrunnable, query, onAdd }: FoundNodes & { query: string } & Adding) {
  const t = useTexts(canvasTexts);
  if (found.length + unrunnable.length === 0)
    return <p className={styles['none']}>{t('noNodeFits', { query })}</p>;
  const row = (template: NodeTemplate) => (
    <PaletteItem key={template.name} template={template} onAdd={onAdd} />
  );
  return (
    <>
      {found.map(row)}
      {unrunnable.length > 0 && (
        <section aria-label={t('notRunnable')}>
          <h3 className={styles['notRunnable']}>{t('notRunnable')}</h3>
          {unrunnable.map(row)}
        </section>
      )}
    </>
  );
}

/** A search of one letter fits nearly all of them. */
const mostUnrunnable = 20;

/** Whoever looks for such a node knows its name: letters found here and there are no hit. */
function isNamed({ label, name, category }: NodeTemplate, query: string): boolean {
  const text = `${label} ${name} ${category}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function useFound(query: string) {
  const templates = useCanvas((state) => state.templates);
  const kind = useCanvas((state) => state.kind);
  const { recent, starred } = useNodeMemory();
  const offered = useMemo(
    () => paletteGroups(templates.values(), kind).flatMap((group) => group.templates),
    [templates, kind],
  );
  const found = useMemo(
    () => searchTemplates(offered, query, new Set([...starred, ...recent])),
    [offered, query, starred, recent],
  );
  const unrunnable = useMemo(
    () =>
      query.trim() === ''
        ? []
        : searchTemplates(unrunnableTemplates(templates.values(), kind), query)
            .filter((template) => isNamed(template, query))
            .slice(0, mostUnrunnable),
    [templates, kind, query],
  );
  return { offered, found, unrunnable };
}

/** The list of nodes to add: a click puts one in the middle, a drag where it is let go. */
export function Palette({ onAdd, onClose, searchRef }: PaletteProps) {
  const t = useTexts(canvasTexts);
  const [query, setQuery] = useState('');
  const [tab, setTab] = useState<Tab>('all');
  const list = useRef<HTMLElement>(null);
  // The rows come right behind the drawing, which people wait for.
  const hasRows = useDeferredValue(true, false);
  const { offered, found, unrunnable } = useFound(query);
  const [best] = found;
  const add = (template: NodeTemplate) => {
    rememberNode(template.name);
    onAdd(template);
  };
  return (
    <aside ref={list} className={styles['palette']} aria-label={t('nodes')} onKeyDownCapture={moveFocus}>
      <header className={styles['head']}>
        <h2>{t('nodes')}</h2>
        <KeyCap id="nodesPanel" />
        <IconButton label={t('hideNodes')} size="small" onClick={onClose}>
          <PanelLeftClose size={18} />
        </IconButton>
      </header>
      <PaletteSearch
        query={query}
        setQuery={setQuery}
        searchRef={searchRef}
        onEnter={() => best && query && add(best)}
      />
      {query.trim() === '' && <Tabs tab={tab} onTab={setTab} />}
      <ScrollArea className={styles['list']}>
        {!hasRows ? null : query.trim() !== '' ? (
          <Found found={found} unrunnable={unrunnable} query={query} onAdd={add} />
        ) : tab === 'all' ? (
          <Groups templates={offered} onAdd={add} />
        ) : (
          <Chosen tab={tab} offered={offered} onAdd={add} />
        )}
      </ScrollArea>
    </aside>
  );
}
