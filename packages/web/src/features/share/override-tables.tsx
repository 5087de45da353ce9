import { useQuery } from '@tanstack/react-query';
import type { FlowSettings } from '@tendril/contract/flow/flow-settings';
import { variablesQuery } from '../../kit/params/variables.queries.ts';
import { shareTexts } from '../../kit/texts/en/share.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { flowConfigQuery } from '../flow-settings/flow-settings.queries.ts';
import { isVariableOn, type OverridableInput, overrideRows } from '../flow-settings/override-rules.ts';
import { objectOf } from '../flow-settings/settings-form.ts';
import styles from './share-dialog.module.css';

interface Variable {
  id: string;
  name: string;
  type: string;
}

/** What calls of the flow may override, as configured by its owner. */
export function useOverridable(flowId: string, { apiConfig }: FlowSettings) {
  const { data: inputs = [] } = useQuery(flowConfigQuery(flowId));
  const { data: variables = [] } = useQuery(variablesQuery);
  const stored = objectOf(apiConfig.overrideConfig);
  const groups = overrideRows(inputs, stored['nodes']);
  const isTicked = ({ node, name }: OverridableInput) =>
    groups.get(node)?.some((row) => row.name === name && row.isOn) === true;
  return {
    isOn: stored['status'] === true,
    inputs: inputs.filter(isTicked),
    variables: variables.filter(({ name }) => isVariableOn(stored['variables'], name)),
  };
}

/** The parameters and variables that calls may set. */
export function OverrideTables({
  inputs,
  variables,
}: {
  inputs: readonly OverridableInput[];
  variables: readonly Variable[];
}) {
  const t = useTexts(shareTexts);
  return (
    <>
      {inputs.length > 0 && (
        <Table
          caption={t('overrideTable')}
          heads={[t('node'), t('nodeId'), t('label'), t('name'), t('type')]}
          rows={inputs.map(({ node, nodeId, label, name, type }) => [node, nodeId, label, name, type])}
        />
      )}
      {variables.length > 0 && (
        <Table
          caption={t('variableTable')}
          heads={[t('name'), t('type')]}
          rows={variables.map(({ name, type }) => [name, type])}
        />
      )}
    </>
  );
}

interface TableProps {
  caption: string;
  heads: readonly string[];
  rows: readonly (readonly string[])[];
}

function Table({ caption, heads, rows }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard too
    <section className={styles['wide']} tabIndex={0} aria-label={caption}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr key={cells.join('\n')}>
              {cells.map((cell, index) => (
                <td key={heads[index]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
