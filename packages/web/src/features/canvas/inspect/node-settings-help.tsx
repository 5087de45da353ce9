import type { NodeTemplate, TemplateInput } from '@tendril/contract/node/node-template';
import { isParamType } from '@tendril/contract/node/param-type';
import { canvasToolsTexts } from '../../../kit/texts/en/canvas-tools.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import styles from './node-info.module.css';

const mostChoices = 8;
const longestDefault = 80;

/** A default that fits one line; long texts and lists are read in the form itself. */
function defaultOf({ default: given, type }: TemplateInput): string {
  if (given === undefined || given === '' || type === 'code' || typeof given === 'object') return '';
  const text = String(given);
  return text.length > longestDefault || text.includes('\n') ? '' : text;
}

/** Forms of one setting for different cases are one row. */
function settingsOf(template: NodeTemplate): TemplateInput[] {
  const shown = template.inputs.filter((input) => isParamType(input.type) && !input.hidden);
  return [...new Map(shown.toReversed().map((input) => [input.name, input])).values()].reverse();
}

/** Every setting of a node: what it means, its default, and what may be chosen. */
export function NodeSettingsHelp({ template }: { template: NodeTemplate }) {
  const t = useTexts(canvasToolsTexts);
  const settings = settingsOf(template);
  if (settings.length === 0) return null;
  return (
    <section className={styles['settings']} aria-label={t('helpSettings')}>
      <h3>{t('helpSettings')}</h3>
      <dl>
        {settings.map((input) => {
          const choices = (input.options ?? []).map(({ label }) => label);
          const value = defaultOf(input);
          const isRequired = !input.optional && value === '' && input.default === undefined;
          return (
            <div key={input.name}>
              <dt>
                {input.label}
                {isRequired && <small>{t('helpRequired')}</small>}
                {value !== '' && <code>{value}</code>}
              </dt>
              {input.description && <dd>{input.description}</dd>}
              {choices.length > 0 && choices.length <= mostChoices && (
                <dd>{t('helpAnyOf', { choices: choices.join(', ') })}</dd>
              )}
            </div>
          );
        })}
      </dl>
    </section>
  );
}
