import { useQuery } from '@tanstack/react-query';
import type { AssistantPart } from '@tendril/contract/flow/assistant-details';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { toMessage } from '../../kit/lib/to-message.ts';
import { assistantTexts } from '../../kit/texts/en/assistants.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { nodeLook } from '../../kit/theme/node-look.ts';
import { ActionMenu } from '../../kit/ui/action-menu.tsx';
import { Button } from '../../kit/ui/button.tsx';
import styles from './assistant-editor.module.css';
import { assistantToolsQuery } from './assistants.queries.ts';
import { FormSection } from './form-section.tsx';
import { newPart } from './new-part.ts';
import { ToolEntry } from './tool-entry.tsx';
import type { AssistantForm } from './use-assistant-form.ts';

/** A tool of the form; keys stay with their tool while others come and go. */
interface KeyedTool {
  key: string;
  isNew: boolean;
}

/** What the assistant can call. */
export function ToolsSection({ form }: { form: AssistantForm }) {
  const t = useTexts(assistantTexts);
  const { data: templates, error } = useQuery(assistantToolsQuery);
  const { tools } = form.details;
  const keys = useToolKeys(tools.length);
  const put = (next: AssistantPart[]) => form.change({ tools: next });
  return (
    <FormSection
      title={t('tools')}
      help={t('toolsHelp')}
      acts={
        templates &&
        templates.length > 0 && (
          <ActionMenu
            label={t('addTool')}
            actions={templates.map((template) => ({
              id: template.name,
              label: template.label,
              Icon: nodeLook(template).Icon,
              onSelect: () => {
                keys.add();
                put([...tools, newPart(template)]);
              },
            }))}
            renderButton={(props) => (
              <Button {...props} size="small" look="quiet" icon={<Plus size={16} />}>
                {t('addTool')}
              </Button>
            )}
          />
        )
      }
    >
      {error && <p className={styles['problem']}>{t('componentsFailed', { reason: toMessage(error) })}</p>}
      {tools.length === 0 && <p className={styles['quiet']}>{t('noTools')}</p>}
      {tools.map((tool, index) => (
        <ToolEntry
          key={keys.at(index).key}
          tool={tool}
          template={templates?.find(({ name }) => name === tool.name)}
          isKnown={!templates || templates.some(({ name }) => name === tool.name)}
          isNew={keys.at(index).isNew}
          flowId={form.assistant.flowId}
          onChange={(next) => put(tools.with(index, next))}
          onRemove={() => {
            keys.remove(index);
            put(tools.toSpliced(index, 1));
          }}
        />
      ))}
    </FormSection>
  );
}

function useToolKeys(count: number) {
  const [keys, setKeys] = useState<KeyedTool[]>([]);
  // Others than those of this form are met when the stored assistant is reloaded.
  const all = Array.from(
    { length: count },
    (_, index) => keys[index] ?? { key: `stored-${index}`, isNew: false },
  );
  return {
    at: (index: number) => all[index] ?? { key: `stored-${index}`, isNew: false },
    add: () => setKeys([...all, { key: crypto.randomUUID(), isNew: true }]),
    remove: (index: number) => setKeys(all.toSpliced(index, 1)),
  };
}
