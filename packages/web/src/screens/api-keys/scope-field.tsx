import type { KeyScope } from '@tendril/contract/api/api-keys';
import { apiKeysTexts } from '../../kit/texts/en/api-keys.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './create-key.module.css';

const scopes = [
  { value: 'full', label: 'scopeFull', help: 'scopeFullHelp' },
  { value: 'flows', label: 'scopeFlows', help: 'scopeFlowsHelp' },
  { value: 'read', label: 'scopeRead', help: 'scopeReadHelp' },
  { value: 'credentials', label: 'scopeSecrets', help: 'scopeSecretsHelp' },
  { value: 'custom', label: 'scopeCustom', help: 'scopeCustomHelp' },
] as const;

/** What a key may do. */
export function ScopeField({ value, onChange }: { value: KeyScope; onChange: (scope: KeyScope) => void }) {
  const t = useTexts(apiKeysTexts);
  return (
    <fieldset className={styles['scopes']}>
      <legend>{t('scope')}</legend>
      {scopes.map((scope) => (
        <label key={scope.value} className={styles['scope']}>
          <input
            type="radio"
            name="scope"
            value={scope.value}
            checked={scope.value === value}
            onChange={() => onChange(scope.value)}
          />
          <span>
            <strong>{t(scope.label)}</strong>
            <small>{t(scope.help)}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
