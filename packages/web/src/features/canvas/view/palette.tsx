import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { PanelLeftClose } from 'lucide-react';
import { type RefObject, useDeferredValue, useMemo, useRef, useState } from 'react';
import { canvasTexts } from '../../../kit/texts/en/canvas.ts';
import { canvasToolsTexts } from '../../../kit/texts/en/canvas-tools.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { ScrollArea } from '../../../kit/ui/scroll-area.tsx';
import { rememberNode, useNodeMemory } from '../add/node-memory.ts';
import { useCanvas } from '../document/use-canvas.ts';
import { KeyCap } from '../keys/key-cap.tsx';
import styles from './palette.module.css';
import { PaletteGrid, type PaletteSection } from './palette-grid.tsx';
import { firstOpen, paletteGroups, searchTemplates, unrunnableTemplates } from './palette-groups.ts';
import { PaletteSearch } from './palette-search.tsx';

interface PaletteProps {
  onAdd: (template: NodeTemplate) => void;
  onClose: () => void;
  searchRef: RefObject<HTMLInputElement | null>;
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

/** A search of one letter fits nearly all of them. */
const mostUnrunnable = 20;

/** People who look for such a node know its name, so scattered letters do not match. */
function isNamed({ label, name, category }: NodeTemplate, query: string): boolean {
  const text = `${label} ${name} ${category}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** The nodes that fit a search, first those that can run. */
function useFound(query: string, offered: readonly NodeTemplate[]) {
  const templates = useCanvas((state) => state.templates);
  const kind = useCanvas((state) => state.kind);
  const { recent, starred } = useNodeMemory();
  const found = useMemo(
    () => (query === '' ? [] : searchTemplates(offered, query, new Set([...starred, ...recent]))),
    [offered, query, starred, recent],
  );
  const unrunnable = useMemo(
    () =>
      query === ''
        ? []
        : searchTemplates(unrunnableTemplates(templates.values(), kind), query)
            .filter((template) => isNamed(template, query))
            .slice(0, mostUnrunnable),
    [templates, kind, query],
  );
  return { found, unrunnable };
}

const section = (templates: readonly NodeTemplate[]) => ({ count: templates.length, templates });

/** What the list shows for a search or a tab. */
function useSections(query: string, tab: Tab) {
  const t = useTexts(canvasTexts);
  const templates = useCanvas((state) => state.templates);
  const kind = useCanvas((state) => state.kind);
  const memory = useNodeMemory();
  const [open, setOpen] = useState(() => new Set(firstOpen(kind)));
  const groups = useMemo(() => paletteGroups(templates.values(), kind), [templates, kind]);
  const offered = useMemo(() => groups.flatMap((group) => group.templates), [groups]);
  const { found, unrunnable } = useFound(query, offered);
  const sections = useMemo((): PaletteSection[] => {
    if (query !== '')
      return [section(found), { title: t('notRunnable'), ...section(unrunnable) }].filter(
        ({ count }) => count > 0,
      );
    if (tab === 'all')
      return groups.map(({ category, templates: members }) => {
        const isOpen = open.has(category);
        return { title: category, isOpen, count: members.length, templates: isOpen ? members : [] };
      });
    const chosen = memory[tab].flatMap((name) => offered.find((template) => template.name === name) ?? []);
    return chosen.length > 0 ? [section(chosen)] : [];
  }, [query, tab, found, unrunnable, groups, open, memory, offered, t]);
  const toggle = (title: string) => setOpen((before) => before.symmetricDifference(new Set([title])));
  return { sections, toggle, best: found[0] };
}

/** Why the list is empty. */
function Nothing({ query, tab }: { query: string; tab: Tab }) {
  const t = useTexts(canvasTexts);
  const tools = useTexts(canvasToolsTexts);
  if (query !== '') return <p className={styles['none']}>{t('noNodeFits', { query })}</p>;
  if (tab === 'all') return null;
  return <p className={styles['none']}>{tools(tab === 'recent' ? 'noRecent' : 'noStarred')}</p>;
}

/** The list of nodes to add: a click puts one in the middle, a drag where it is let go. */
export function Palette({ onAdd, onClose, searchRef }: PaletteProps) {
  const t = useTexts(canvasTexts);
  const [query, setQuery] = useState('');
  const [tab, setTab] = useState<Tab>('all');
  const grid = useRef<HTMLTableElement>(null);
  // The rows come right behind the drawing, which people wait for.
  const hasRows = useDeferredValue(true, false);
  const words = query.trim();
  const { sections, toggle, best } = useSections(words, tab);
  const add = (template: NodeTemplate) => {
    rememberNode(template.name);
    onAdd(template);
  };
  return (
    <aside className={styles['palette']} aria-label={t('nodes')}>
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
        onEnter={() => best && add(best)}
        onDown={() => grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()}
      />
      {words === '' && <Tabs tab={tab} onTab={setTab} />}
      <ScrollArea className={styles['list']}>
        {hasRows && sections.length === 0 && <Nothing query={words} tab={tab} />}
        {hasRows && sections.length > 0 && (
          <PaletteGrid
            grid={grid}
            sections={sections}
            onToggle={toggle}
            onAdd={add}
            toSearch={() => searchRef.current?.focus()}
          />
        )}
      </ScrollArea>
    </aside>
  );
}
