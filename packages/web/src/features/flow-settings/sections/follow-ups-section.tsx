import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { nodesQuery } from '../../../kit/api/nodes.queries.ts';
import { ParamField } from '../../../kit/params/param-field.tsx';
import { settingsTexts } from '../../../kit/texts/en/flow-settings.ts';
import { say, useTexts } from '../../../kit/texts/texts.ts';
import { ErrorState } from '../../../kit/ui/error-state.tsx';
import { TextField } from '../../../kit/ui/text-field.tsx';
import { AreaField } from '../fields/area-field.tsx';
import { ChoiceField } from '../fields/choice-field.tsx';
import { SecretField } from '../fields/secret-field.tsx';
import { SwitchField } from '../fields/switch-field.tsx';
import {
  changedColumn,
  objectOf,
  type SettingsForm,
  type SettingsSection,
  textOf,
} from '../settings-form.ts';
import styles from './sections.module.css';

const chatModels = 'Chat Models';
/** Parameters of a chat model that matter here, where the model has them. */
const modelInputs = ['modelName', 'basepath', 'baseUrl'];

// What is no number yet stays as it was typed.
const asNumber = (text: string) => (String(Number(text)) === text.trim() ? Number(text) : text);

function ProviderFields({ form, provider }: { form: SettingsForm; provider: string }) {
  const t = useTexts(settingsTexts);
  const { data: nodes } = useQuery(nodesQuery);
  const scopeId = useId();
  const stored = objectOf((form.settings.followUpPrompts as Record<string, unknown>)[provider]);
  const set = (changes: Readonly<Record<string, unknown>>) =>
    form.set('followUpPrompts', { [provider]: changedColumn(stored, changes) });
  const node = nodes?.find(({ name }) => name === provider);
  const path = `followUpPrompts.${provider}`;
  const credentialId = textOf(stored['credentialId']);
  if (!node) return null;
  return (
    <>
      {node.credential && (
        <SecretField
          label={t('credential')}
          kinds={node.credential.credentialNames ?? []}
          isOptional
          value={credentialId}
          onChange={(id) => set({ credentialId: id })}
          error={form.errorOf(`${path}.credentialId`)}
        />
      )}
      {node.inputs
        .filter(({ name }) => modelInputs.includes(name))
        .map((input) => (
          <ParamField
            key={input.name}
            input={input}
            values={stored}
            onChangeValues={set}
            scope={{ nodeName: node.name, nodeId: scopeId, credential: credentialId, marksMissing: false }}
          />
        ))}
      <AreaField
        label={t('prompt')}
        hint={t('promptHint')}
        rows={5}
        text={textOf(stored['prompt'])}
        maxLength={20_000}
        error={form.errorOf(`${path}.prompt`)}
        onChange={(prompt) => set({ prompt })}
      />
      <TextField
        label={t('temperature')}
        inputMode="decimal"
        value={textOf(stored['temperature'])}
        error={form.errorOf(`${path}.temperature`)}
        onChange={({ target }) => set({ temperature: asNumber(target.value) })}
      />
    </>
  );
}

function FollowUpsForm({ form }: { form: SettingsForm }) {
  const t = useTexts(settingsTexts);
  const { data: nodes = [], error, refetch } = useQuery(nodesQuery);
  const { status = false, selectedProvider = '' } = form.settings.followUpPrompts;
  const models = nodes.filter(({ category, canRun }) => category === chatModels && canRun !== false);
  const turn = (isOn: boolean) => {
    form.set('followUpPrompts', { status: isOn });
    // Chats of Flowise look for the switch here.
    form.set('chatbotConfig', { followUpPrompts: { status: isOn } });
  };
  const choose = (provider: string) => {
    const stored = objectOf((form.settings.followUpPrompts as Record<string, unknown>)[provider]);
    form.set('followUpPrompts', {
      selectedProvider: provider,
      ...(provider !== '' && { [provider]: { prompt: t('promptDefault'), temperature: 0.7, ...stored } }),
    });
  };
  if (error) return <ErrorState title={t('modelsFailed')} error={error} onRetry={() => void refetch()} />;
  return (
    <section className={styles['group']}>
      <SwitchField label={t('followUpsSwitch')} isOn={status} onChange={turn} />
      {status && (
        <ChoiceField
          label={t('provider')}
          value={selectedProvider}
          options={models.map(({ name, label }) => ({ name, label }))}
          emptyLabel="–"
          error={form.errorOf('followUpPrompts.selectedProvider')}
          onChange={choose}
        />
      )}
      {status && selectedProvider !== '' && (
        <ProviderFields key={selectedProvider} form={form} provider={selectedProvider} />
      )}
    </section>
  );
}

function checkFollowUps({ followUpPrompts }: SettingsForm['settings']) {
  const { status, selectedProvider = '' } = followUpPrompts;
  if (!status) return {};
  if (selectedProvider === '') {
    const field = say(settingsTexts, 'provider');
    return { 'followUpPrompts.selectedProvider': say(settingsTexts, 'required', { field }) };
  }
  const problems: Record<string, string> = {};
  const stored = objectOf((followUpPrompts as Record<string, unknown>)[selectedProvider]);
  const temperature = textOf(stored['temperature']).trim();
  if (temperature !== '' && !(Number(temperature) >= 0 && Number(temperature) <= 2)) {
    problems[`followUpPrompts.${selectedProvider}.temperature`] = say(settingsTexts, 'temperatureRange');
  }
  return problems;
}

/** Questions that a model proposes after each answer. */
export const followUpsSection = {
  id: 'followUps',
  slices: [{ column: 'followUpPrompts' }, { column: 'chatbotConfig', keys: ['followUpPrompts'] }],
  Form: FollowUpsForm,
  check: checkFollowUps,
} as const satisfies Omit<SettingsSection, 'title'>;
