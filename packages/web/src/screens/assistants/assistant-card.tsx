import type { Assistant } from '@tendril/contract/api/assistants';
import type { CustomDetails } from '@tendril/contract/flow/assistant-details';
import { Ellipsis } from 'lucide-react';
import { Link } from 'react-router';
import { shortAge } from '../../kit/lib/short-age.ts';
import { assistantsTexts } from '../../kit/texts/en/assistants.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ActionMenu, type MenuAction } from '../../kit/ui/action-menu.tsx';
import { Chip } from '../../kit/ui/chip.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import styles from './assistant-card.module.css';
import { assistantPath } from './assistant-path.ts';

export interface AssistantCardProps {
  assistant: Assistant;
  details: CustomDetails;
  actions: MenuAction[];
}

/** A custom assistant in the list; the whole card leads to its form. */
export function AssistantCard({ assistant, details, actions }: AssistantCardProps) {
  const t = useTexts(assistantsTexts);
  const { name, instruction, chatModel, tools, documentStores } = details;
  const updatedAt = Date.parse(assistant.updatedDate);
  return (
    <article className={styles['card']}>
      <div className={styles['head']}>
        <h2>
          <Link to={assistantPath(assistant.id)} className={styles['link'] ?? ''} title={name}>
            {name}
          </Link>
        </h2>
        <span className={styles['acts']}>
          <ActionMenu
            label={t('more', { name })}
            actions={actions}
            renderButton={(props) => (
              <IconButton {...props} size="small" label={t('more', { name })}>
                <Ellipsis size={16} />
              </IconButton>
            )}
          />
        </span>
      </div>
      <p className={styles[instruction ? 'text' : 'noText']}>{instruction || t('noInstruction')}</p>
      <div className={styles['foot']}>
        <Chip label={chatModel ? chatModel.label || chatModel.name : t('noModel')} />
        {tools.length > 0 && <span>{t('toolCount', { count: tools.length })}</span>}
        {documentStores.length > 0 && <span>{t('storeCount', { count: documentStores.length })}</span>}
        <time dateTime={assistant.updatedDate}>{shortAge(updatedAt)}</time>
      </div>
    </article>
  );
}
