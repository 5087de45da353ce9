import { assistantTexts } from '../../kit/texts/en/assistants.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { WrittenName } from '../../kit/ui/written-name.tsx';

/** The assistant's name, editable in place. */
export function AssistantName({ name, onRename }: { name: string; onRename: (name: string) => void }) {
  const t = useTexts(assistantTexts);
  return (
    <WrittenName
      name={name}
      size="large"
      renameLabel={t('name')}
      fieldLabel={t('name')}
      onRename={onRename}
    />
  );
}
