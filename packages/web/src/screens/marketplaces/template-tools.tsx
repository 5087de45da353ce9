import type { TemplateCard, TemplateType } from '@tendril/contract/api/template-gallery';
import { ListTools } from '../../kit/lists/list-tools.tsx';
import { marketplacesTexts } from '../../kit/texts/en/marketplaces.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Segmented } from '../../kit/ui/segmented.tsx';
import { SelectMenu } from '../../kit/ui/select-menu.tsx';
import { useCasesOf } from './filter-cards.ts';
import type { CardFilterState } from './use-card-filter.ts';

const types: readonly TemplateType[] = ['CHATFLOW', 'MULTIAGENT', 'AGENTFLOW', 'TOOL'];

/** Tabs, search and filters above the templates. */
export function TemplateTools({ state, cards }: { state: CardFilterState; cards: readonly TemplateCard[] }) {
  const t = useTexts(marketplacesTexts);
  const { filter, set } = state;
  const inTab = cards.filter(({ isOwn }) => isOwn === filter.isOwn);
  const count = (isOwn: boolean) =>
    cards.length === 0 ? undefined : cards.filter((card) => card.isOwn === isOwn).length;
  return (
    <ListTools
      searchLabel={t('search')}
      search={filter.search}
      onSearch={(search) => set({ search })}
      setCount={[filter.useCase, filter.type, filter.key].filter(Boolean).length}
      end={
        <>
          <SelectMenu
            label={t('useCase')}
            options={[
              { value: '', label: t('anyUseCase') },
              ...useCasesOf(inTab).map((useCase) => ({ value: useCase, label: useCase })),
            ]}
            value={filter.useCase}
            onChange={(use) => set({ use })}
          />
          <SelectMenu
            label={t('type')}
            options={[
              { value: '', label: t('anyType') },
              ...types.map((type) => ({ value: type as string, label: t(type) })),
            ]}
            value={filter.type as string}
            onChange={(type) => set({ type })}
          />
          <SelectMenu
            label={t('keys')}
            options={[
              { value: '', label: t('anyKey') },
              { value: 'demo', label: t('isDemo') },
              { value: 'key', label: t('needsKey') },
            ]}
            value={filter.key as string}
            onChange={(key) => set({ key })}
          />
        </>
      }
    >
      <Segmented
        label={t('tabs')}
        segments={[
          { value: 'community', label: t('community'), count: count(false) },
          { value: 'own', label: t('own'), count: count(true) },
        ]}
        value={filter.isOwn ? 'own' : 'community'}
        onChange={(tab) => set({ tab: tab === 'own' ? 'own' : '', use: '' })}
      />
    </ListTools>
  );
}
