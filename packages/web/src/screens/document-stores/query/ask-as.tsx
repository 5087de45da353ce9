import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../../kit/state/permissions-store.ts';
import { knowledgeAccessTexts } from '../../../kit/texts/en/knowledge-access.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Field } from '../../../kit/ui/field.tsx';
import { SelectMenu } from '../../../kit/ui/select-menu.tsx';
import { accessQuery } from '../access/access.queries.ts';

interface AskAsProps {
  storeId: string;
  as: readonly string[] | undefined;
  onChange: (as: readonly string[] | undefined) => void;
}

const everyone: readonly string[] = ['public'];

/** Asks as somebody else, to see what is hidden from them; only where the lists decide. */
export function AskAs({ storeId, as, onChange }: AskAsProps) {
  const t = useTexts(knowledgeAccessTexts);
  const isAllowed = useMay(['knowledge:edit', 'people:edit']);
  const { data } = useQuery({ ...accessQuery(storeId), enabled: isAllowed });
  if (data?.audience !== 'restricted') return null;
  const choices = [
    { label: t('asMyself'), tokens: undefined },
    { label: t('asPublic'), tokens: everyone },
    ...data.people.map(({ name, tokens }) => ({ label: name, tokens })),
  ].map((choice) => ({ ...choice, value: JSON.stringify(choice.tokens ?? null) }));
  return (
    <Field label={t('askAs')}>
      <SelectMenu
        label={t('askAs')}
        options={choices}
        value={JSON.stringify(as ?? null)}
        onChange={(value) => onChange(choices.find((choice) => choice.value === value)?.tokens)}
      />
    </Field>
  );
}
