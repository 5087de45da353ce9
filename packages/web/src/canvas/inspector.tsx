import { useQuery } from '@tanstack/react-query';
import type { TemplateInput } from '@tendril/contract/node/node-template';
import { Copy, RefreshCw, Trash2, TriangleAlert } from 'lucide-react';
import { type CSSProperties, type RefObject, useEffect, useRef } from 'react';
import { CredentialInput } from '../params/credential-input.tsx';
import { ParamForm } from '../params/param-form.tsx';
import type { ParamScope } from '../params/param-props.ts';
import { ToolPicker } from '../params/tool-picker.tsx';
import { variableChoices } from '../params/variable-choices.ts';
import { canvasTexts } from '../texts/en/canvas.ts';
import { useTexts } from '../texts/texts.ts';
import { categoryLook } from '../theme/category-look.ts';
import { Button } from '../ui/button.tsx';
import { remove, setCredential, setValues } from './canvas-commands.ts';
import type { CanvasNode } from './canvas-doc.ts';
import { isNote, toFlowData } from './canvas-doc.ts';
import { duplicateNodes } from './duplicate-nodes.ts';
import styles from './inspector.module.css';
import { InspectorConnections } from './inspector-connections.tsx';
import { NodeIcon } from './node-icon.tsx';
import { NodeName } from './node-name.tsx';
import { NoteForm } from './note-form.tsx';
import { OutputChoice } from './output-choice.tsx';
import { nodeHealth, updateNode } from './update-node.ts';
import { useCanvas, useCanvasStore, useRunCommand } from './use-canvas.ts';
import { variablesQuery } from './variables.queries.ts';

/** Puts the cursor into the parameter that was clicked on the canvas. */
function useFocusWish(form: RefObject<HTMLDivElement | null>, nodeId: string): void {
  const wish = useCanvas((state) => state.focusWish);
  useEffect(() => {
    if (wish?.nodeId !== nodeId) return;
    const field = form.current?.querySelector<HTMLElement>(`[data-param-field="${CSS.escape(wish.name)}"]`);
    field?.closest('details')?.setAttribute('open', '');
    field?.scrollIntoView({ block: 'nearest' });
    const editor = field?.querySelector<HTMLElement>(
      'input:not([hidden]), textarea, select, [role="switch"], .cm-content',
    );
    (editor ?? field?.querySelector('button'))?.focus();
  }, [wish, form, nodeId]);
}

function useScope(node: CanvasNode): ParamScope {
  const store = useCanvasStore();
  const { data: variables = [] } = useQuery(variablesQuery);
  const names = variables.map((variable) => variable.name);
  return {
    nodeName: node.data.name,
    nodeId: node.id,
    credential: node.data.credential ?? '',
    renderRecordTools: (props) => <ToolPicker {...props} />,
    variablesOf: (input) => variableChoices(toFlowData(store.getState()), node.id, input, names),
  };
}

function Health({ node }: { node: CanvasNode }) {
  const t = useTexts(canvasTexts);
  const run = useRunCommand();
  const template = useCanvas((state) => state.templates.get(node.data.name));
  const health = nodeHealth(node.data, template);
  if (health === 'current') return null;
  return (
    <div className={styles['health']} data-health={health}>
      <TriangleAlert size={18} />
      <p>
        {template && health === 'outdated'
          ? t('outdated', { old: node.data.version ?? 1, new: template.version })
          : t('unknownNode')}
      </p>
      {template && (
        <Button
          size="small"
          icon={<RefreshCw size={16} />}
          onClick={() => run(updateNode(node.id, template))}
        >
          {t('updateNode')}
        </Button>
      )}
    </div>
  );
}

function Settings({ node }: { node: CanvasNode }) {
  const t = useTexts(canvasTexts);
  const run = useRunCommand();
  const scope = useScope(node);
  const template = useCanvas((state) => state.templates.get(node.data.name));
  const form = useRef<HTMLDivElement>(null);
  useFocusWish(form, node.id);
  // The newest declaration draws the form; what a file brought along stands in for nodes we do not know.
  const inputs: TemplateInput[] =
    template && nodeHealth(node.data, template) === 'current'
      ? [...(template.credential ? [template.credential] : []), ...template.inputs]
      : ((node.data.inputParams ?? []) as TemplateInput[]);
  const params = inputs.filter((input) => !isAnchorOf(node, input));
  if (params.length === 0) return <p className={styles['quiet']}>{t('noSettings')}</p>;
  return (
    <div ref={form}>
      <ParamForm
        inputs={params}
        values={node.data.inputs ?? {}}
        onChange={(changes) => run(setValues(node.id, changes))}
        scope={scope}
        renderCredential={(fieldId, input) => (
          <CredentialInput
            fieldId={fieldId}
            input={input}
            value={node.data.credential ?? ''}
            onChange={(id) => run(setCredential(node.id, id))}
          />
        )}
      />
    </div>
  );
}

const isAnchorOf = (node: CanvasNode, input: TemplateInput) =>
  node.data.inputAnchors?.some((anchor) => anchor.name === input.name) === true;

function NodeInspector({ node }: { node: CanvasNode }) {
  const icon = useCanvas((state) => state.templates.get(node.data.name)?.icon);
  const category = node.data.category ?? '';
  return (
    <div className={styles['inspector']} style={{ '--c': categoryLook(category).colour } as CSSProperties}>
      <header className={styles['head']}>
        <span className={styles['tile']}>
          <NodeIcon icon={icon} category={category} size={18} />
        </span>
        <span className={styles['words']}>
          <NodeName node={node} />
          <small>{node.id}</small>
        </span>
      </header>
      {isNote(node.data) ? (
        <NoteForm node={node} />
      ) : (
        <>
          <Health node={node} />
          <OutputChoice node={node} />
          <Settings node={node} />
          <InspectorConnections node={node} />
        </>
      )}
    </div>
  );
}

function Several({ ids }: { ids: string[] }) {
  const t = useTexts(canvasTexts);
  const run = useRunCommand();
  return (
    <div className={styles['several']}>
      <p>{t('severalSelected', { count: ids.length })}</p>
      <Button size="small" icon={<Copy size={16} />} onClick={() => run(duplicateNodes(new Set(ids)))}>
        {t('duplicate')}
      </Button>
      <Button size="small" icon={<Trash2 size={16} />} onClick={() => run(remove(ids))}>
        {t('delete')}
      </Button>
    </div>
  );
}

/** The selected node's name, settings and connections. */
export function Inspector() {
  const t = useTexts(canvasTexts);
  const node = useCanvas((state) => state.nodes.find((candidate) => candidate.id === state.selectedId));
  const selected = useCanvas((state) =>
    state.nodes.flatMap((candidate) => (candidate.selected ? candidate.id : [])).join('\n'),
  );
  if (node) return <NodeInspector key={node.id} node={node} />;
  const ids = selected.split('\n').filter(Boolean);
  if (ids.length > 1) return <Several ids={ids} />;
  return <p className={styles['nothing']}>{t('nothingSelected')}</p>;
}
