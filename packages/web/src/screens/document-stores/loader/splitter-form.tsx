import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { ParamForm } from '../../../kit/params/param-form.tsx';
import { SelectField } from '../../../kit/params/select-field.tsx';
import { knowledgeWorkTexts } from '../../../kit/texts/en/knowledge-work.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Field } from '../../../kit/ui/field.tsx';
import { formInputs, startValues } from '../node-inputs.ts';
import { ChunkRuler } from './chunk-ruler.tsx';
import { LengthField } from './length-field.tsx';
import { cutLengths, cutProblem, type LoaderDraft } from './loader-draft.ts';
import styles from './loader-screen.module.css';

const lengthNames = ['chunkSize', 'chunkOverlap'];
const sliderMost = { chunkSize: 4000, chunkOverlap: 1000 };

interface SplitterFormProps {
  draft: LoaderDraft;
  splitters: readonly NodeTemplate[];
  errors: Readonly<Record<string, string>>;
  onChange: (changes: Partial<LoaderDraft>) => void;
}

/** How the text is cut: the splitter, its lengths on a ruler, what else it takes. */
export function SplitterForm({ draft, splitters, errors, onChange }: SplitterFormProps) {
  const t = useTexts(knowledgeWorkTexts);
  const { splitterId, splitterConfig: config } = draft;
  const splitter = splitters.find(({ name }) => name === splitterId);
  const set = (changes: Readonly<Record<string, unknown>>) =>
    onChange({ splitterConfig: { ...config, ...changes } });
  const choose = (name: string) => {
    const next = splitters.find((one) => one.name === name);
    onChange({ splitterId: name, splitterConfig: next ? { ...startValues(next), ...config } : config });
  };
  const rest = splitter ? formInputs(splitter).filter(({ name }) => !lengthNames.includes(name)) : [];
  return (
    <div className={styles['form']}>
      <Field isDense label={t('splitter')} htmlFor="splitter">
        <SelectField
          id="splitter"
          value={splitterId}
          options={splitters}
          emptyLabel={t('noSplitter')}
          canBeEmpty
          onChange={choose}
        />
      </Field>
      <Lengths config={config} splitter={splitter} onChange={set} />
      {splitter && rest.length > 0 && (
        <ParamForm
          inputs={rest}
          values={config}
          onChange={set}
          scope={{ nodeName: splitterId, nodeId: splitterId, marksMissing: false, errors }}
        />
      )}
    </div>
  );
}

interface LengthsProps {
  config: Readonly<Record<string, unknown>>;
  splitter: NodeTemplate | undefined;
  onChange: (changes: Readonly<Record<string, unknown>>) => void;
}

function Lengths({ config, splitter, onChange }: LengthsProps) {
  const t = useTexts(knowledgeWorkTexts);
  const lengths = cutLengths(config, splitter);
  if (!lengths) return null;
  const problem = cutProblem(lengths);
  const standardOf = (field: string) =>
    Number(splitter?.inputs.find(({ name }) => name === field)?.default ?? 0);
  const unit = t('characters');
  return (
    <>
      <LengthField
        label={t('chunkSize')}
        unit={unit}
        value={config['chunkSize']}
        standard={standardOf('chunkSize')}
        min={50}
        max={sliderMost.chunkSize}
        step={50}
        error={problem === 'sizeTooSmall' ? t(problem) : undefined}
        onChange={(chunkSize) => onChange({ chunkSize })}
      />
      <LengthField
        label={t('chunkOverlap')}
        unit={unit}
        value={config['chunkOverlap']}
        standard={standardOf('chunkOverlap')}
        min={0}
        max={Math.max(0, Math.min(sliderMost.chunkOverlap, lengths.size - 1))}
        step={10}
        error={problem === 'overlapTooLarge' ? t(problem) : undefined}
        onChange={(chunkOverlap) => onChange({ chunkOverlap })}
      />
      {!problem && <ChunkRuler {...lengths} />}
    </>
  );
}
