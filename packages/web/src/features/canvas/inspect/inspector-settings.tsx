import type { TemplateInput } from '@tendril/contract/node/node-template';
import { Ban, RefreshCw, TriangleAlert } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { CredentialInput } from '../../../kit/params/credential-input.tsx';
import { ParamForm } from '../../../kit/params/param-form.tsx';
import { canvasTexts } from '../../../kit/texts/en/canvas.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { setCredential, setValues } from '../commands/canvas-commands.ts';
import type { CanvasNode } from '../document/canvas-doc.ts';
import { nodeHealth, updateNode } from '../document/update-node.ts';
import { useCanvas, useRunCommand } from '../document/use-canvas.ts';
import { FailureSection } from './failure-section.tsx';
import styles from './inspector.module.css';
import { InspectorConnections } from './inspector-connections.tsx';
import { NodeProblems } from './node-problems.tsx';
import { OutputChoice } from './output-choice.tsx';
import { useParamScope } from './use-param-scope.tsx';

/** Focuses the requested parameter, or scrolls to the input of an edge. */
function useFocusRequest(form: RefObject<HTMLDivElement | null>, nodeId: string): void {
  const request = useCanvas((state) => state.focusRequest);
  useEffect(() => {
    if (request?.nodeId !== nodeId) return;
    const name = CSS.escape(request.name);
    const field = form.current?.querySelector<HTMLElement>(
      `[data-param-field="${name}"], [data-port-field="${name}"]`,
    );
    field?.closest('details')?.setAttribute('open', '');
    field?.scrollIntoView({ block: 'nearest' });
    const editor = field?.querySelector<HTMLElement>(
      'input:not([hidden]), textarea, select, [role="switch"], .cm-content',
    );
    (editor ?? field?.querySelector('button') ?? field)?.focus();
  }, [request, form, nodeId]);
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

/** Why the node cannot run; what is set here stays. */
function CannotRun({ node }: { node: CanvasNode }) {
  const t = useTexts(canvasTexts);
  const reason = useCanvas((state) => state.templates.get(node.data.name)?.reason);
  if (reason === undefined) return null;
  return (
    <div className={styles['health']} data-health="unrunnable">
      <Ban size={18} />
      <p>
        <b>{t('cannotRun')}.</b> {t('cannotRunHelp', { reason })}
      </p>
    </div>
  );
}

/** The parameters of a node, each in the editor of its type. */
export function NodeParams({ node }: { node: CanvasNode }) {
  const t = useTexts(canvasTexts);
  const run = useRunCommand();
  const scope = useParamScope(node);
  const template = useCanvas((state) => state.templates.get(node.data.name));
  // The newest declaration draws the form; what a file brought along stands in for nodes we do not know and for older ones. Who writes a
  // flow by hand brings none.
  const inputs: TemplateInput[] =
    template &&
    !template.isSummary &&
    (nodeHealth(node.data, template) === 'current' || node.data.inputParams === undefined)
      ? [...(template.credential ? [template.credential] : []), ...template.inputs]
      : ((node.data.inputParams ?? []) as TemplateInput[]);
  const params = inputs.filter((input) => !isAnchorOf(node, input));
  if (params.length === 0) return <p className={styles['quiet']}>{t('noSettings')}</p>;
  return (
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
  );
}

const isAnchorOf = (node: CanvasNode, input: TemplateInput) =>
  node.data.inputAnchors?.some((anchor) => anchor.name === input.name) === true;

/** The Settings tab: what is wrong with the node, its parameters, its connections. */
export function InspectorSettings({ node }: { node: CanvasNode }) {
  const form = useRef<HTMLDivElement>(null);
  useFocusRequest(form, node.id);
  return (
    <div ref={form} className={styles['pane']}>
      <CannotRun node={node} />
      <Health node={node} />
      <NodeProblems nodeId={node.id} />
      <OutputChoice node={node} />
      <NodeParams node={node} />
      <FailureSection node={node} />
      <InspectorConnections node={node} />
    </div>
  );
}
