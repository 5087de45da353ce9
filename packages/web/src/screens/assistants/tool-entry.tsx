import { useQuery } from '@tanstack/react-query';
import type { AssistantPart } from '@tendril/contract/flow/assistant-details';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { ChevronDown, TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { nodeOptionsQuery } from '../../kit/params/node-options.queries.ts';
import { assistantTexts } from '../../kit/texts/en/assistants.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { NodeTile } from '../../kit/theme/node-tile.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import styles from './assistant-editor.module.css';
import { PartForm } from './part-form.tsx';

interface ToolEntryProps {
  tool: AssistantPart;
  template: NodeTemplate | undefined;
  isKnown: boolean;
  /** Just added: its settings are open. */
  isNew: boolean;
  flowId: string | null;
  onChange: (tool: AssistantPart) => void;
  onRemove: () => void;
}

/** One tool of the assistant, its settings behind its name. */
export function ToolEntry({ tool, template, isKnown, isNew, flowId, onChange, onRemove }: ToolEntryProps) {
  const t = useTexts(assistantTexts);
  const label = template?.label ?? (tool.label || tool.name);
  const chosen = useChosenTool(tool);
  const [isOpen, setOpen] = useState(isNew);
  const name = chosen ? `${label}: ${chosen}` : label;
  return (
    <div className={styles['entry']}>
      <div className={styles['entryHead']}>
        <button
          type="button"
          className={styles['toggle']}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {template ? (
            <NodeTile category={template.category} icon={template.icon} label={label} />
          ) : (
            <TriangleAlert size={18} aria-hidden />
          )}
          <strong>{name}</strong>
          <ChevronDown size={16} aria-hidden className={styles['chevron'] ?? ''} />
        </button>
        <IconButton label={t('remove', { name })} size="small" onClick={onRemove}>
          <X size={16} />
        </IconButton>
      </div>
      {isOpen && (
        <div className={styles['entryBody']}>
          {!isKnown && <p className={styles['problem']}>{t('unknownTool')}</p>}
          {template?.description && <p className={styles['help']}>{template.description}</p>}
          {template && <PartForm part={tool} template={template} flowId={flowId} onChange={onChange} />}
        </div>
      )}
    </div>
  );
}

/** The name of the custom tool that was chosen. */
function useChosenTool({ name, inputs }: AssistantPart): string {
  const id = inputs?.['selectedTool'];
  const scope = { nodeName: 'customTool', nodeId: 'customTool' };
  const { data = [] } = useQuery({
    ...nodeOptionsQuery(scope, 'listTools', {}),
    enabled: name === 'customTool' && typeof id === 'string' && id !== '',
  });
  return data.find((option) => option.name === id)?.label ?? '';
}
