import { isAgentFlowNode } from '@tendril/contract/flow/agent-flow-node';
import type { NodeSettings } from '@tendril/contract/flow/flow';
import type { TemplateInput } from '@tendril/contract/node/node-template';
import { ParamForm } from '../../../kit/params/param-form.tsx';
import paramStyles from '../../../kit/params/params.module.css';
import { agentFlowTexts } from '../../../kit/texts/en/agent-flow.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { setSettings } from '../commands/set-settings.ts';
import { type CanvasNode, isNote } from '../document/canvas-doc.ts';
import { useRunCommand } from '../document/use-canvas.ts';

const secondMs = 1000;
const mostRetries = 20;
const longestWait = 600;
const longestTry = 86_400;

type Values = Readonly<Record<string, unknown>>;

/** A number within its limits; undefined for an empty field. */
function numberOf(value: unknown, most: number): number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? Math.min(most, Math.max(0, number)) : undefined;
}

function valuesOf({ retries, timeoutMs, onError }: NodeSettings): Values {
  return {
    retryTimes: retries?.times ?? '',
    retryWait: retries ? retries.waitMs / secondMs : '',
    timeout: timeoutMs === undefined ? '' : timeoutMs / secondMs,
    onError: onError ?? 'fail',
  };
}

/** The settings that the fields stand for; what is as it would be anyway is left out. */
function settingsOf(values: Values, before: NodeSettings): NodeSettings {
  const { retries: _retries, timeoutMs: _timeout, onError: _onError, ...others } = before;
  const times = Math.round(numberOf(values['retryTimes'], mostRetries) ?? 0);
  const waitMs = (numberOf(values['retryWait'], longestWait) ?? 1) * secondMs;
  const timeout = numberOf(values['timeout'], longestTry);
  return {
    ...others,
    ...(times > 0 && { retries: { times, waitMs } }),
    ...(timeout !== undefined && timeout > 0 && { timeoutMs: Math.max(1, timeout * secondMs) }),
    ...(values['onError'] === 'branch' && { onError: 'branch' as const }),
  };
}

/** What a run does when the node fails or takes too long: for any node. */
export function FailureSection({ node }: { node: CanvasNode }) {
  const t = useTexts(agentFlowTexts);
  const run = useRunCommand();
  const { data, id } = node;
  if (isNote(data)) return null;
  const settings = data.settings ?? {};
  const values = valuesOf(settings);
  const field = (name: string, more: Partial<TemplateInput>): TemplateInput =>
    ({ name, label: '', type: 'number', optional: true, ...more }) as TemplateInput;
  const inputs = [
    field('retryTimes', {
      label: t('retryTimes'),
      description: t('retryTimesHelp'),
      min: 0,
      max: mostRetries,
      step: 1,
    }),
    ...(settings.retries
      ? [field('retryWait', { label: t('retryWait'), min: 0, max: longestWait, step: 0.5 })]
      : []),
    field('timeout', { label: t('timeout'), description: t('timeoutHelp'), min: 0, max: longestTry }),
    // Only the steps of agent flows have a way on for errors.
    ...(isAgentFlowNode(data)
      ? [
          field('onError', {
            label: t('onErrorParam'),
            type: 'options',
            options: [
              { name: 'fail', label: t('onErrorFail') },
              { name: 'branch', label: t('onErrorBranch') },
            ],
          }),
        ]
      : []),
  ];
  return (
    <details className={paramStyles['moreSettings']} data-failure>
      <summary>
        {t('whenItFails')} <span>{Object.keys(settings).length || ''}</span>
      </summary>
      <ParamForm
        inputs={inputs}
        values={values}
        onChange={(changes) => run(setSettings(id, settingsOf({ ...values, ...changes }, settings)))}
        scope={{ nodeName: data.name, nodeId: id, marksMissing: false }}
      />
    </details>
  );
}
