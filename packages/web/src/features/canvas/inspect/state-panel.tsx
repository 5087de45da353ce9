import { TableProperties } from 'lucide-react';
import { whyTexts } from '../../../kit/texts/en/why.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { EmptyState } from '../../../kit/ui/empty-state.tsx';
import { nodeById } from '../document/node-index.ts';
import { useCanvas } from '../document/use-canvas.ts';
import { stateAt, stateIn } from '../run/node-work.ts';
import { eventsUpToHead, useShownRun } from '../run/shown-run.ts';
import { JsonTree } from './json-tree.tsx';
import styles from './state-panel.module.css';

/** A pipeline's values at the moment the canvas shows, and which step left them so. */
export function StatePanel() {
  const t = useTexts(whyTexts);
  const events = useShownRun(eventsUpToHead);
  const nodes = useCanvas((state) => state.nodes);
  const values = stateAt(events);
  const steps = events.flatMap((event) => {
    const state = event.type === 'node-end' ? stateIn(event.output) : undefined;
    return state && event.type === 'node-end' ? [{ event, state }] : [];
  });
  if (!values) return <EmptyState Icon={TableProperties} title={t('noState')} text={t('noStateHelp')} />;
  return (
    <div className={styles['panel']}>
      <section aria-label={t('stateNow')}>
        <h2>{t('stateNow')}</h2>
        {Object.keys(values).length === 0 ? <p>{t('stateEmpty')}</p> : <Values values={values} />}
      </section>
      <section aria-label={t('stateSteps')}>
        <h2>{t('stateSteps')}</h2>
        {steps.map(({ event, state }) => (
          <details key={`${event.runId} ${event.seq}`}>
            <summary>{nodeById(nodes, event.nodeId)?.data.label ?? event.nodeId}</summary>
            {Object.keys(state).length === 0 ? <p>{t('stateEmpty')}</p> : <JsonTree value={state} />}
          </details>
        ))}
      </section>
    </div>
  );
}

function Values({ values }: { values: Readonly<Record<string, unknown>> }) {
  return (
    <table>
      <tbody>
        {Object.entries(values).map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <JsonTree value={value} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
