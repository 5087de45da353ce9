import type { Assistant } from '@tendril/contract/api/assistants';
import type { CustomDetails } from '@tendril/contract/flow/assistant-details';
import { Age } from '../../kit/lists/age.tsx';
import { ListCard } from '../../kit/lists/list-card.tsx';
import { MoreMenu } from '../../kit/lists/more-menu.tsx';
import { assistantsTexts } from '../../kit/texts/en/assistants.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import type { MenuAction } from '../../kit/ui/action-menu.tsx';
import { Chip } from '../../kit/ui/chip.tsx';
import { assistantPath } from './assistant-path.ts';

interface AssistantCardProps {
  assistant: Assistant;
  details: CustomDetails;
  actions: MenuAction[];
}

/** A custom assistant in the list; the whole card leads to its form. */
export function AssistantCard({ assistant, details, actions }: AssistantCardProps) {
  const t = useTexts(assistantsTexts);
  const { name, instruction, chatModel, tools, documentStores } = details;
  return (
    <ListCard
      title={name}
      to={assistantPath(assistant.id)}
      acts={<MoreMenu name={name} actions={actions} />}
      text={instruction}
      noText={t('noInstruction')}
      made={<Chip label={chatModel ? chatModel.label || chatModel.name : t('noModel')} />}
      foot={
        <>
          {tools.length > 0 && <span>{t('toolCount', { count: tools.length })}</span>}
          {documentStores.length > 0 && <span>{t('storeCount', { count: documentStores.length })}</span>}
          <Age at={assistant.updatedDate} />
        </>
      }
    />
  );
}
