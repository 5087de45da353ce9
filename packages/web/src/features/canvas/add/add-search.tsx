import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { useShallow } from 'zustand/shallow';
import { canvasTexts } from '../../../kit/texts/en/canvas.ts';
import { canvasToolsTexts } from '../../../kit/texts/en/canvas-tools.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { nodeById } from '../document/node-index.ts';
import { inputPorts, outputPorts } from '../document/node-ports.ts';
import { useCanvas } from '../document/use-canvas.ts';
import styles from '../view/add-box.module.css';
import type { AddBoxRequest } from '../view/add-box-store.ts';
import { givenName, inputColour } from '../view/handle-look.ts';
import { searchTemplates } from '../view/palette-groups.ts';
import { addCandidates } from './add-candidates.ts';
import { AddList } from './add-list.tsx';
import { useNodeMemory } from './node-memory.ts';

/** The placeholder of the search: what the node must accept or provide. */
function Hint({ request }: { request: AddBoxRequest }) {
  const t = useTexts(canvasToolsTexts);
  const names = useTexts(canvasTexts);
  const node = useCanvas((state) => request.from && nodeById(state.nodes, request.from.nodeId));
  const { from } = request;
  if (!from || !node)
    return <span className={styles['hint']}>{t(request.edgeId ? 'addOnEdge' : 'addPlaceholder')}</span>;
  const input = inputPorts(node.data).find(({ id }) => id === from.handleId);
  const output = outputPorts(node.data).find(({ id }) => id === from.handleId);
  const given = output && givenName(output.label, output.type);
  const label = input ? input.label : given ? names(given) : (output?.label ?? '');
  return (
    <span className={styles['hint']}>
      {t(from.isFromOutput ? 'addTakes' : 'addGives')}
      <b style={{ '--c': inputColour((input ?? output)?.type ?? '') } as React.CSSProperties}>{label}</b>
    </span>
  );
}

/** The choice among rows by keyboard. */
function useRows(templates: readonly NodeTemplate[]) {
  const [active, setActive] = useState(0);
  const last = Math.max(0, templates.length - 1);
  const onKey = (event: KeyboardEvent): boolean => {
    const page = 5;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
    const step = steps[event.key];
    if (step === undefined) return false;
    const next = active + step;
    // Single steps wrap around, pages stop at the ends.
    const turned = Math.abs(step) === 1 && (next < 0 || next > last) ? (next < 0 ? last : 0) : next;
    setActive(Math.max(0, Math.min(last, turned)));
    return true;
  };
  return { active: Math.min(active, last), setActive, onKey };
}

function Foot({ fitting, total }: { fitting: number; total: number }) {
  const t = useTexts(canvasToolsTexts);
  return (
    <footer className={styles['foot']}>
      <span>{t('addFoot', { fitting, count: total })}</span>
      <kbd className={styles['key']}>↑</kbd>
      <kbd className={styles['key']}>↓</kbd>
      <span>{t('choose')}</span>
      <kbd className={styles['key']}>Esc</kbd>
      <span>{t('cancel')}</span>
    </footer>
  );
}

function useCandidates(request: AddBoxRequest, query: string) {
  const { templates, kind, edges } = useCanvas(
    useShallow((state) => ({ templates: state.templates, kind: state.kind, edges: state.edges })),
  );
  const { recent, starred } = useNodeMemory();
  const all = useMemo(
    () => addCandidates({ templates: templates.values(), kind, edges }, request, recent),
    [templates, kind, edges, request, recent],
  );
  const shown = useMemo(
    () =>
      query.trim() === ''
        ? all.fitting
        : searchTemplates(all.fitting, query, new Set([...starred, ...recent])),
    [all, query, recent, starred],
  );
  return { ...all, shown, recent };
}

interface AddSearchProps {
  request: AddBoxRequest;
  onChoose: (template: NodeTemplate) => void;
  onCancel: () => void;
}

/** A keyboard-operated search over the nodes that fit a request. */
export function AddSearch({ request, onChoose, onCancel }: AddSearchProps) {
  const t = useTexts(canvasToolsTexts);
  const listId = useId();
  const [query, setQuery] = useState('');
  const { fitting, total, shown, recent } = useCandidates(request, query);
  const { active, setActive, onKey } = useRows(shown);
  const onKeyDown = (event: KeyboardEvent) => {
    const template = shown[active];
    if (event.key === 'Escape' || event.key === 'Tab') onCancel();
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing && template) onChoose(template);
    else if (!onKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <div className={styles['search']}>
        <Search size={18} />
        {query === '' && <Hint request={request} />}
        <input
          type="text"
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={shown.length > 0 ? `${listId}-${active}` : undefined}
          aria-label={t('addBox')}
          autoComplete="off"
          spellCheck={false}
          value={query}
          // biome-ignore lint/a11y/noAutofocus: the box was opened to type here
          autoFocus
          onChange={(event) => {
            setQuery(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <AddList
        id={listId}
        templates={shown}
        recent={recent}
        active={active}
        onPoint={setActive}
        onChoose={onChoose}
      />
      {shown.length === 0 && (
        <p className={styles['none']} role="status">
          {fitting.length === 0 ? t('addNothing') : t('addNone', { query })}
        </p>
      )}
      <Foot fitting={shown.length} total={total} />
    </>
  );
}
