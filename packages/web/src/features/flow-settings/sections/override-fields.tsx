import { useQuery } from '@tanstack/react-query';
import { variablesQuery } from '../../../kit/params/variables.queries.ts';
import { settingsTexts } from '../../../kit/texts/en/flow-settings.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { ErrorState } from '../../../kit/ui/error-state.tsx';
import { SkeletonList } from '../../../kit/ui/skeleton-list.tsx';
import { CheckList } from '../fields/check-list.tsx';
import { SwitchField } from '../fields/switch-field.tsx';
import { flowConfigQuery } from '../flow-settings.queries.ts';
import { isVariableOn, type OverrideRow, overrideRows, withRules, withVariable } from '../override-rules.ts';
import { objectOf, type SettingsForm } from '../settings-form.ts';
import styles from './sections.module.css';

/** What calls may override: a switch for all, a box for each parameter and each variable. */
export function OverrideFields({ form }: { form: SettingsForm }) {
  const t = useTexts(settingsTexts);
  const stored = objectOf(form.settings.apiConfig.overrideConfig);
  const isOn = stored['status'] === true;
  const set = (changes: Record<string, unknown>) =>
    form.set('apiConfig', { overrideConfig: { ...stored, ...changes } });
  return (
    <section className={styles['group']} aria-labelledby="settings-override">
      <h4 id="settings-override">{t('overrideTitle')}</h4>
      <SwitchField
        label={t('overrideSwitch')}
        help={t('overrideHelp')}
        isOn={isOn}
        onChange={(status) => set({ status })}
      />
      {isOn && (
        <>
          <Parameters flowId={form.flowId} stored={stored['nodes']} onChange={(nodes) => set({ nodes })} />
          <Variables stored={stored['variables']} onChange={(variables) => set({ variables })} />
        </>
      )}
    </section>
  );
}

interface RulesProps {
  stored: unknown;
  onChange: (rules: unknown) => void;
}

function Parameters({ flowId, stored, onChange }: RulesProps & { flowId: string }) {
  const t = useTexts(settingsTexts);
  const { data, error, refetch } = useQuery(flowConfigQuery(flowId));
  if (error) return <ErrorState title={t('overrideFailed')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonList shape="rows" count={3} />;
  const groups = [...overrideRows(data, stored)];
  return (
    <>
      <h5>{t('overrideNodes')}</h5>
      {groups.length === 0 && <p className={styles['help']}>{t('overrideNone')}</p>}
      {groups.map(([node, rows]) => (
        <NodeRules key={node} node={node} rows={rows} stored={stored} onChange={onChange} />
      ))}
    </>
  );
}

function NodeRules({ node, rows, stored, onChange }: RulesProps & { node: string; rows: OverrideRow[] }) {
  const t = useTexts(settingsTexts);
  const ticked = rows.filter((row) => row.isOn).length;
  return (
    <details className={styles['node']} open={ticked > 0}>
      <summary>
        {node}
        <span>
          {ticked} / {rows.length}
        </span>
      </summary>
      <CheckList
        legend={node}
        isLegendHidden
        rows={[
          { id: '', label: t('allOf', { name: node }), isOn: ticked === rows.length },
          ...rows.map(({ name, label, type, isOn }) => ({
            id: name,
            label,
            isOn,
            remark: `${name} · ${type}`,
          })),
        ]}
        onChange={(name, enabled) => {
          const changed = name === '' ? rows : rows.filter((row) => row.name === name);
          onChange(withRules(stored, node, changed, enabled));
        }}
      />
    </details>
  );
}

function Variables({ stored, onChange }: RulesProps) {
  const t = useTexts(settingsTexts);
  const { data } = useQuery(variablesQuery);
  if (!data) return null;
  return (
    <>
      <h5>{t('overrideVariables')}</h5>
      {data.length === 0 && <p className={styles['help']}>{t('overrideNoVariables')}</p>}
      {data.length > 0 && (
        <CheckList
          legend={t('overrideVariables')}
          isLegendHidden
          rows={data.map(({ id, name, type }) => ({
            id,
            label: name,
            remark: type,
            isOn: isVariableOn(stored, name),
          }))}
          onChange={(id, enabled) => {
            const variable = data.find((one) => one.id === id);
            if (variable) onChange(withVariable(stored, variable, enabled));
          }}
        />
      )}
    </>
  );
}
