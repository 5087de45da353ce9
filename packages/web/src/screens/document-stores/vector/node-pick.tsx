import { chosenReranker } from '@tendril/contract/api/search-configuration';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { Binary, Database, History, KeyRound, type LucideIcon, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { CredentialInput } from '../../../kit/params/credential-input.tsx';
import { ParamForm } from '../../../kit/params/param-form.tsx';
import { SelectField } from '../../../kit/params/select-field.tsx';
import { knowledgeWorkTexts } from '../../../kit/texts/en/knowledge-work.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { formInputs, startValues } from '../node-inputs.ts';
import { RerankerChoice } from '../reranker-choice.tsx';
import type { PickedNode, PickPlace } from './vector-draft.ts';
import styles from './vector-screen.module.css';

const looks: Record<PickPlace, { Icon: LucideIcon; colour: string }> = {
  embedding: { Icon: Binary, colour: 'var(--embeddings)' },
  vectorStore: { Icon: Database, colour: 'var(--vector-stores)' },
  recordManager: { Icon: History, colour: 'var(--memory)' },
};
const titles = {
  embedding: 'embeddings',
  vectorStore: 'vectorStore',
  recordManager: 'recordManager',
} as const;

/** Fields that every vector store has. */
const searchInputs = ['topK', 'searchMode', 'wordWeight', 'diversity'];

interface NodePickProps {
  place: PickPlace;
  picked: PickedNode;
  choices: readonly NodeTemplate[];
  errors: Readonly<Record<string, string>>;
  isTried: boolean;
  warning?: string | undefined;
  onChange: (place: PickPlace, picked: PickedNode) => void;
  /** Below its fields. */
  children?: ReactNode;
}

/** One of the three nodes behind a store's search, with its fields. */
export function NodePick(props: NodePickProps) {
  const { place, picked, choices, errors, isTried, warning, onChange, children } = props;
  const t = useTexts(knowledgeWorkTexts);
  const id = useId();
  const { Icon, colour } = looks[place];
  const title = t(titles[place]);
  const template = choices.find(({ name }) => name === picked.name);
  const choose = (name: string) => {
    const next = choices.find((one) => one.name === name);
    if (next) onChange(place, { name, config: { ...startValues(next), ...keptOf(place, picked, next) } });
  };
  return (
    <section className={styles['pick']} aria-label={title}>
      <header>
        <span className={styles['icon']} style={{ color: colour }}>
          <Icon size={20} aria-hidden="true" />
        </span>
        <div>
          <h2>{title}</h2>
          <p className={styles['about']}>{t(`${titles[place]}Help`)}</p>
        </div>
      </header>
      <SelectField
        id={id}
        label={title}
        value={picked.name}
        options={choices}
        emptyLabel={t('choose')}
        canBeEmpty={false}
        onChange={choose}
      />
      {template && <p className={styles['about']}>{template.description}</p>}
      {template && !template.credential && (
        <p className={styles['free']}>
          <KeyRound size={14} aria-hidden="true" />
          {t('noKey')}
        </p>
      )}
      {warning && (
        <p className={styles['warning']}>
          <TriangleAlert size={16} aria-hidden="true" />
          {warning}
        </p>
      )}
      {template && <PickFields {...{ place, picked, template, errors, isTried, onChange }} />}
      {place === 'vectorStore' && (
        <RerankerChoice
          canBeSaved={false}
          chosen={chosenReranker.safeParse(picked.config['reranker']).data ?? null}
          isTried={isTried}
          onChange={(reranker) => onChange(place, { ...picked, config: { ...picked.config, reranker } })}
        />
      )}
      {children}
    </section>
  );
}

interface PickFieldsProps
  extends Pick<NodePickProps, 'place' | 'picked' | 'errors' | 'isTried' | 'onChange'> {
  template: NodeTemplate;
}

function PickFields({ place, picked, template, errors, isTried, onChange }: PickFieldsProps) {
  const inputs = formInputs(template);
  const { name, config } = picked;
  const credential = typeof config['credential'] === 'string' ? config['credential'] : '';
  const set = (changes: Readonly<Record<string, unknown>>) =>
    onChange(place, { name, config: { ...config, ...changes } });
  if (inputs.length === 0) return null;
  return (
    <ParamForm
      inputs={inputs}
      values={config}
      onChange={set}
      scope={{ nodeName: name, nodeId: `${place}-${name}`, credential, marksMissing: isTried, errors }}
      renderCredential={(fieldId, input) => (
        <CredentialInput
          fieldId={fieldId}
          input={input}
          value={credential}
          onChange={(chosen) => set({ credential: chosen })}
        />
      )}
    />
  );
}

/** How a store is searched stays as it is when its vectors go elsewhere. */
function keptOf(place: PickPlace, { config }: PickedNode, next: NodeTemplate): Record<string, unknown> {
  if (place !== 'vectorStore') return {};
  const names = new Set([...searchInputs, 'reranker']);
  const kept = Object.entries(config).filter(
    ([name]) => names.has(name) && (name === 'reranker' || next.inputs.some((input) => input.name === name)),
  );
  return Object.fromEntries(kept);
}
